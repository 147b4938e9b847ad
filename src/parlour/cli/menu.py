"""`parlour menu`: for those who would rather choose than type commands. `./run` opens it."""


def menu() -> None:
    """Choose what to play, with whom and how, from lists. Opens by itself when `parlour` is run in a terminal."""
    from parlour.terminal.plain.menu import open_menu

    open_menu()
