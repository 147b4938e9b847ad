"""`parlour play` as somebody at a table would use it: by pipe, to the end, with every courtesy and every slip."""

import json
import re
import signal
from pathlib import Path

import pytest
from typer.testing import Result

import parlour
from parlour.core.record import MatchRecord, read_record
from parlour.core.texts import lower_you
from parlour.games import game, names
from parlour.terminal.plain.choices import Choices
from parlour.terminal.plain.play import decisions
from parlour.terminal.plain.screen import fitted
from parlour.terminal.plain.seating import Seating
from tests.cli.helpers import outcome, press_ctrl_c, run, start
from tests.short import flags
from tests.waiting import STEP

FIRST = "1\n"  # the first choice of the list, whatever the game


def play(name: str, *arguments: str, text: str = "") -> Result:
    """Some of a match against players that answer at once."""
    return run("play", name, "--opponents", "rulebook", *arguments, text=text)


def saved(home: Path) -> list[Path]:
    return sorted((home / "parlour" / "saves").glob("*.json"))


def record_in(file: Path) -> MatchRecord:
    return read_record(file.read_bytes())


@pytest.mark.parametrize("name", names())
def test_a_pipe_that_ends_leaves_a_match_that_can_be_resumed(name: str, home: Path) -> None:
    result = play(name, "--seed", "3", text=FIRST * 3)
    assert result.exit_code == 0
    assert "Continue with: parlour play --resume" in result.output
    (file,) = saved(home)
    before = record_in(file)
    assert before.players[0].name == "You"
    again = run("play", "--resume", str(file), text=FIRST)
    assert again.exit_code == 0
    after = record_in(file)
    assert after.actions[: len(before.actions)] == before.actions
    assert len(after.actions) > len(before.actions)
    assert after.players == before.players
    assert saved(home) == [file]


@pytest.mark.parametrize("name", names())
def test_a_resumed_match_goes_on_as_it_would_have(name: str, tmp_path: Path) -> None:
    straight, broken = tmp_path / "straight.json", tmp_path / "broken.json"
    play(name, "--seed", "5", "--save", str(straight), text=FIRST * 6)
    play(name, "--seed", "5", "--save", str(broken), text=FIRST * 2)
    run("play", "--resume", str(broken), text=FIRST * 4)
    assert record_in(broken) == record_in(straight)


@pytest.mark.parametrize("name", names())
def test_the_courtesies(name: str, home: Path) -> None:
    text = f"help\n?\nlegal\nhint\ntable\nscore\nlog\nrules\nlegal\n{FIRST}undo\n{FIRST}quit\n"
    result = play(name, "--seed", "3", text=text)
    assert result.exit_code == 0
    assert result.output.count("take back your last decision") == 2
    assert "The rulebook would choose: " in result.output
    assert "Taken back. It is your turn again." in result.output
    assert f"parlour rules {name}" in result.output
    assert len(decisions(parlour.replay(record_in(saved(home)[0])), 0)) == 1


@pytest.mark.parametrize("name", names())
def test_a_hint_is_a_legal_action_and_can_be_typed_as_it_stands(name: str) -> None:
    asked = play(name, "--seed", "9", text="hint\n")
    hint = re.search(r"would choose: (.+)", asked.output)
    assert hint is not None
    played = play(name, "--seed", "9", text=f"{hint[1]}\n")
    assert "Saved to" in played.output


@pytest.mark.parametrize("name", names())
def test_undo_comes_back_to_the_same_choice_and_the_same_answers(name: str, tmp_path: Path) -> None:
    plain, undone = tmp_path / "plain.json", tmp_path / "undone.json"
    play(name, "--seed", "6", "--save", str(plain), text=FIRST * 3)
    play(name, "--seed", "6", "--save", str(undone), text=FIRST * 3 + "undo\n" * 3 + FIRST * 3)
    assert record_in(undone).actions == record_in(plain).actions


@pytest.mark.parametrize("name", names())
def test_undo_with_nothing_to_undo_says_so(name: str) -> None:
    assert "there is nothing to take back" in play(name, text="undo\n").output


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize(
    "slip", ["", " ", "fly to the moon", "99999", "-1", "0x1", "rules NOPE-1", "\x00\x1b[2J", "é" * 50, "a" * 30_000]
)
def test_a_slip_is_answered_and_changes_nothing(name: str, slip: str, home: Path) -> None:
    result = play(name, "--seed", "3", text=f"{slip}\n")
    assert result.exit_code == 0
    assert result.output.rstrip().endswith("Goodbye.")
    assert "Traceback" not in result.output
    assert "\x1b" not in result.output
    assert saved(home) == []


# What nobody may do when he is first asked.
WRONG = {
    "bacarac": "lead H",
    "cam": "A4-A5",
    "honors1": "ask 0 A-1",
    "honors2": "claim",
    "honors3": "withdraw",
    "honors4": "throw held",
    "kamra": "play $P",
    "kardkelly": "challenge",
}


@pytest.mark.parametrize("name", names())
def test_a_refusal_names_the_rule(name: str) -> None:
    result = play(name, "--seed", "3", text=f"{WRONG[name]}\n")
    assert re.search(r"\([A-Z0-9]+-G?\d+\)", result.output)


@pytest.mark.parametrize("name", names())
def test_a_whole_match_ends_with_its_result_and_a_record(name: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = run(
        "play", name, "--seed", "2", "--save", str(file), *flags(name), "--opponents", "random", text=FIRST * 999
    )
    assert result.exit_code == 0
    assert "won." in result.output or "The match is drawn." in result.output
    assert "settlement" in result.output
    record = record_in(file)
    assert record.result.over
    assert run("verify", str(file)).exit_code == 0
    done = run("play", "--resume", str(file))
    assert done.exit_code == 0
    assert "settlement" in done.output


@pytest.mark.parametrize("name", names())
def test_at_the_end_the_record_is_offered(name: str, home: Path) -> None:
    arguments = ["play", name, "--seed", "2", *flags(name), "--opponents", "random"]
    moves = len(re.findall(r"^> ", run(*arguments, text=FIRST * 2000).output, re.MULTILINE))
    assert saved(home) == []
    kept = run(*arguments, text=FIRST * moves + "maybe\nyes\n")
    assert "Please answer yes or no." in kept.output
    assert len(saved(home)) == 1


def test_a_save_never_overwrites_anything_else(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    name = names()[0]
    result = play(name, "--seed", "3", text=f"{FIRST}save {precious}\nsave {tmp_path}/a.json\nsave\nquit\n")
    assert "It could not be saved" in result.output
    assert precious.read_text() == "mine"
    other = play(name, "--seed", "4", "--save", f"{tmp_path}/a.json", text=FIRST)
    assert other.exit_code == 1
    assert record_in(tmp_path / "a.json").deal == game(name).match(seed="3").record().deal


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = play(names()[0], "--save", f"{tmp_path}/file/a.json", text=FIRST)
    assert result.exit_code == 1
    assert "It could not be saved" in result.output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "name a game"),
        (["{0}", "--seats", "99"], "players, not 99"),
        (["{0}", "--seat", "42"], "you cannot have seat 42"),
        (
            ["{0}", "--opponents", "grandmaster"],
            "there is no computer player 'grandmaster'; there are random, rulebook",
        ),
        (["{0}", "--opponents", ",".join(["random"] * 30)], "there are opponents for"),
        (["{0}", "-o", "target"], "give an option as name=value"),
        (["{0}", "-o", "nonsense=1"], "there is no option 'nonsense'"),
        (["{0}", "-o", "a=1", "-o", "a=2"], "is given twice"),
        (["{0}", "--resume", "x.json"], "leave out game"),
    ],
)
def test_a_table_that_cannot_be_set_is_a_usage_error(arguments: list[str], complaint: str) -> None:
    result = run("play", *(argument.format(names()[0]) for argument in arguments))
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", names())
def test_a_position_that_is_none_is_refused(name: str) -> None:
    result = run("play", name, "--position", "utter nonsense")
    assert result.exit_code == 1
    assert result.stderr.startswith("parlour: ")


@pytest.mark.parametrize("name", names())
def test_a_position_is_played_from(name: str) -> None:
    match = game(name).match(seed=3)
    result = run("play", name, "--position", match.position, text="legal\n")
    assert result.exit_code == 0
    assert "> " in result.output


@pytest.mark.parametrize("name", names())
def test_computer_players_can_be_watched(name: str, tmp_path: Path) -> None:
    file = tmp_path / "watched.json"
    result = run("play", name, "--watch", "--seed", "2", *flags(name), "--opponents", "rulebook", "--save", str(file))
    assert result.exit_code == 0
    assert "settlement" in result.output
    assert ("Settling up:" in result.output) == (name in ("kamra", "honors4"))  # the books that settle at the end
    assert not re.search(r"\bYou (?!may)", result.output)
    assert record_in(file).result.over


def test_another_person_takes_a_seat_of_a_record_that_names_nobody(tmp_path: Path) -> None:
    file = tmp_path / "anonymous.json"
    file.write_text(game(names()[-1]).match(seed=3).record().to_json())
    result = run("play", "--resume", str(file), "--seat", "1", "--opponents", "random", text=FIRST)
    assert result.exit_code == 0
    assert [player.bot for player in record_in(file).players][:2] == ["random", ""]


# --- As a process of its own ----------------------------------------------------------------------------------


def test_ctrl_c_saves_and_exits_with_130(home: Path) -> None:
    with start("play", names()[-1], "--seed", "3", home=home) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(FIRST.encode())
        process.stdin.flush()
        seen = b""
        while seen.count(b"\n> ") < 2:
            piece = process.stdout.read1(4096)  # type: ignore[attr-defined]
            assert piece, seen
            seen += piece
        press_ctrl_c(process, lambda: process.send_signal(signal.SIGINT))
        out, err = process.communicate(timeout=STEP)
    assert process.returncode == 130
    assert b"Continue with: parlour play --resume" in out
    assert err == b""
    assert len(saved(home)) == 1


def test_a_line_of_ten_megabytes_is_refused(home: Path) -> None:
    code, out, err = outcome("play", names()[-1], "--seed", "3", home=home, text=b"x" * 10_000_000 + b"\nquit\n")
    assert (code, err) == (0, "")
    assert "too long" in out
    assert len(out) < 20_000


def test_bytes_that_are_no_text_are_refused(home: Path) -> None:
    code, out, err = outcome("play", names()[-1], "--seed", "3", home=home, text=bytes(range(128, 256)) + b"\nquit\n")
    assert (code, err) == (0, "")
    assert out.endswith("Goodbye.\n")


def test_no_colours_in_a_pipe(home: Path) -> None:
    table = ("play", names()[0], "--seed", "3", *flags(names()[0]), "--opponents", "rulebook")
    code, out, _ = outcome(*table, home=home, text=b"1\n", TERM="xterm-256color")
    assert code == 0
    assert "\x1b" not in out


# --- Small parts ----------------------------------------------------------------------------------------------


def test_numbers_mean_what_they_seem_to_mean() -> None:
    bids = Choices(("bid 0", "bid 1", "bid 2"), ("0", "1", "2"))
    assert bids.text_of("2") == "bid 2"
    assert bids.line() == "You may bid 0 to 2"
    cards = Choices(("play $P", "play T2"), ("1", "2"))
    assert cards.text_of("2") == "play T2"
    assert cards.text_of("$P") == "$P"
    assert cards.line() == "You may play  1) $P  2) T2"
    assert Choices(("done", "C4-D5"), ("1", "2")).line() == "You may  1) done  2) C4-D5"
    assert Choices(("bid 1", "bid 3"), ("1", "3")).line() == "You may bid 1, 3"


def test_long_lists_are_wrapped_between_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    texts = tuple(f"play {'ABCDEFG'[i % 7]}{i}" for i in range(20))
    choices = Choices(texts, tuple(str(i + 1) for i in range(20)))
    assert all(len(line) <= 40 for line in (*choices.line().splitlines(), *choices.lines()))
    assert choices.line().count(")") == 20


def test_everybody_has_a_name_and_you_have_your_seat() -> None:
    seating = Seating.make(5, 2, ["rulebook", "random", "random", "rulebook"])
    assert seating.names == ("Mabel", "Clarence", "You", "Hazel", "Roscoe")
    assert seating.levels == ("rulebook", "random", "", "random", "rulebook")
    assert len(set(Seating.make(15, None, ["random"]).names)) == 15


def test_you_are_written_small_in_the_middle_of_a_sentence() -> None:
    assert lower_you("Mabel calls a revoke on You: You won. You lead.") == (
        "Mabel calls a revoke on you: you won. You lead."
    )


def test_the_log_does_not_repeat_what_a_game_of_memory_lets_fade() -> None:
    played = play("kamra", "--seed", "3", text="3\n" + FIRST * 3 + "log\n")
    log = played.output[played.output.rindex("> log") :]
    shown = re.findall(r" (?:leads|plays|lead|play) the ([^.]+)\.", log)
    assert re.search("takes? reel 1", log)
    assert 0 < len(shown) <= 8  # of the twelve or more cards that fell


def test_json_of_a_saved_match_is_laid_out_to_be_read(home: Path) -> None:
    play(names()[0], "--seed", "3", text=FIRST)
    text = saved(home)[0].read_text()
    assert text.count("\n") > 10
    assert json.loads(text)["format"] == "parlour record 1"


def test_long_lines_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert fitted("short") == "short"
    assert fitted("a line that is longer than twenty") == "a line that is\nlonger than twenty"
