"""Short matches for tests that are not about a game: options that end it soon, and players that think little."""

from parlour.core.kernel import compiled

SHORT: dict[str, dict[str, str]] = {
    "kamra": {"hand_cap": "1"},
    "cam": {"board": "camette", "quiet_plies": "12"},
}
QUICK = "rulebook" if compiled() else "random"  # uncompiled, some rulebooks think for seconds


def short(name: str) -> dict[str, str]:
    """Options of a short match."""
    return SHORT.get(name, {})


def flags(name: str) -> list[str]:
    """The same for the command line."""
    return [part for option, value in short(name).items() for part in ("-o", f"{option}={value}")]
