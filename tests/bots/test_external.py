"""External players: what they are told, what becomes of those that misbehave, and that nothing of them is left."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.bots.leftovers import is_gone, leaving_nothing
from tests.cli.helpers import heeding_ctrl_c
from tests.short import short
from tests.waiting import STEP, until

import parlour
from parlour.bots import external
from parlour.bots.external import MOST_FAULTS, ExternalBot, Limits, parse_spec
from parlour.bots.process import TAIL, Process, end, environment
from parlour.bots.protocol import Bye, lines
from parlour.core.match import Match
from parlour.errors import IllegalAction, UnknownBot

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
ROGUE = shlex.join([sys.executable, str(Path(__file__).with_name("rogue.py"))])
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
GAME = "honors4"  # its views are the shortest
PATIENTLY = f"exec:start={STEP} seconds={STEP}"  # whoever behaves has all the time that he may need


def rogue(how: str, notes: Path | None = None, limits: str = "", game: str = GAME) -> ExternalBot:
    bot = parlour.bot(game, f"{PATIENTLY} {limits} {ROGUE} {shlex.quote(how)} {notes or ''}", seed=987654321)
    assert isinstance(bot, ExternalBot)
    return bot


def begin(seed: int | str = "bots", game: str = GAME, **more: Any) -> Match:
    """A match of two with a choice: the first player has drawn and thrown."""
    match = parlour.game(game).match(2, seed=seed, **more)
    first = match.actors[0]
    match.play(first, "pack")
    match.play(first, match.legal(first)[0])
    return match


def told(notes: Path) -> list[dict[str, Any]]:
    lines = notes.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if not line.startswith("ENVIRONMENT")]


def turns(bot: ExternalBot, match: Match, count: int) -> list[str]:
    """What the bot chooses in so many turns, all seats being its own or nobody's."""
    chosen: list[str] = []
    seat = match.actors[0]
    while len(chosen) < count:
        if match.actors[0] != seat:
            match.play(match.actors[0], match.legal(match.actors[0])[0])
            continue
        action = bot.choose(match, seat)
        chosen.append(str(action))
        match.play(seat, action)
    return chosen


def pid_of(bot: ExternalBot) -> int:
    assert bot._process is not None
    return bot._process._child.pid


# --- What they are told -------------------------------------------------------------------------------------------


def test_the_page_shows_what_is_said(tmp_path: Path) -> None:
    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
    notes = tmp_path / "notes"
    match = begin()
    with rogue("well", notes) as bot:
        choice = bot.choose(match, match.actors[0])
    hello, greeting, *question, choose, answer, bye = shown
    assert hello["seconds"] == Limits().seconds
    assert told(notes) == [hello | {"seconds": STEP}, *question, choose, bye]
    assert greeting == {"type": "hello", "protocol": 1, "name": bot.name}
    assert answer == {"type": "choose", "id": choose["id"], "action": str(choice)}
    assert bot.faults == []


@pytest.mark.parametrize("file", ["guess.py", "idle.sh"])
def test_the_examples_are_those_of_the_page_and_play_every_game(file: str) -> None:
    source = (EXAMPLES / file).read_text(encoding="utf-8")
    command = shlex.join([sys.executable if file == "guess.py" else "sh", str(EXAMPLES / file)])
    assert file in PAGE
    assert file == "idle.sh" or source.partition("\n\n")[2] in PAGE
    for name in parlour.games():
        match = parlour.game(name).match(seed=4, options=short(name))
        seat = match.actors[0]
        with parlour.bot(name, f"{PATIENTLY} {command}") as bot:
            while not match.over and len(match.moves) < 12:
                actor = match.actors[0]
                action = bot.choose(match, actor) if actor == seat else match.legal(actor)[0]
                assert file != "idle.sh" or action == match.legal(actor)[0]
                match.play(actor, action)
            assert bot.faults == []


@pytest.mark.parametrize("name", parlour.games())
def test_a_program_is_told_all_and_only_what_its_seat_may_see(name: str, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    match = parlour.game(name).match(seed=8, options=short(name))
    seat, wanted, since = match.actors[0], [], 0
    with rogue("well", notes, game=name) as bot:
        while not match.over and len(match.moves) < 15:
            actor = match.actors[0]
            if actor != seat:
                match.play(actor, match.legal(actor)[0])
                continue
            view = json.loads(json.dumps(match.view(seat), default=int))
            events = json.loads(json.dumps(match.events(seat, since), default=int))
            since += len(events)
            wanted += [
                {"type": "legal", "actions": view.pop("legal")},
                {"type": "view", "view": view, "events": events},
            ]
            match.play(seat, bot.choose(match, seat))
    heard = told(notes)
    beginning = {"type": "match", "seat": seat, "seats": match.seats, "options": match.options}
    assert [m for m in heard if m["type"] == "match"] == [beginning]
    assert [m for m in heard if m["type"] == "legal"] == wanted[0::2]
    assert [m for m in heard if m["type"] == "view"] == wanted[1::2]
    secrets = (match.deal.secret.hex(), match.deal.commitment, str(bot.seed))
    assert [secret for secret in secrets if secret in notes.read_text()] == []


def test_one_process_plays_match_after_match(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    with rogue("well", notes) as bot:
        for seed in range(3):
            turns(bot, begin(seed), 2)
    assert [message["type"] for message in told(notes)] == [
        "hello", *["match", *["view", "legal", "choose"] * 2] * 3, "bye",
    ]  # fmt: skip
    assert [message["id"] for message in told(notes) if message["type"] == "choose"] == [1, 2, 3, 4, 5, 6]


def test_no_process_sees_a_deal_twice(tmp_path: Path) -> None:
    """Neither after a decision was taken back, nor from another seat, nor when the deal is played again."""
    notes = tmp_path / "notes"
    match = begin()
    seat, start = match.actors[0], len(match.moves)
    with rogue("well", notes) as bot:
        turns(bot, match, 2)
        pids = [pid_of(bot)]
        while len(match.moves) > start:
            match.undo()
        bot.choose(match, seat)
        pids.append(pid_of(bot))
        bot.choose(match.clone(), seat)  # the same question once more
        assert pid_of(bot) == pids[-1]
        while seat in match.actors:
            match.play(seat, match.legal(seat)[0])
        bot.choose(match, 1 - seat)
        pids.append(pid_of(bot))
        again = begin()
        bot.choose(again, seat)
        pids.append(pid_of(bot))
        assert bot.faults == []
    assert len(set(pids)) == 4
    assert [message["type"] for message in told(notes)].count("hello") == 4
    until(lambda: all(is_gone(pid) for pid in pids), "they end")


def test_a_player_may_be_asked_without_a_past_and_after_it_was_closed() -> None:
    match = begin()
    bot = rogue("well")
    legal = match.legal_ids(match.actors[0])
    assert bot.pick(match.sample(match.actors[0]), match.actors[0], None) == legal[-1]  # type: ignore[arg-type]
    bot.close()
    bot.close()
    assert bot.choose(match, match.actors[0]).id == legal[-1]
    bot.close()
    with pytest.raises(IllegalAction, match="this bot plays"):
        bot.choose(parlour.game("cam").match(), 0)


def test_the_environment_is_what_a_program_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "sesame")
    monkeypatch.setenv("PARLOUR_BOT_DEPTH", "3")
    notes = tmp_path / "notes"
    match = begin()
    with rogue("well", notes) as bot:
        bot.choose(match, match.actors[0])
    given = json.loads(notes.read_text().splitlines()[0].partition(" ")[2])
    assert "SECRET_TOKEN" not in given
    assert given["PARLOUR_BOT_DEPTH"] == "3"
    assert given["PATH"] == os.environ["PATH"]
    assert environment({"LC_ALL": "C", "LCX": "1", "HOME": "/", "PYTHONPATH": "x"}) == {"LC_ALL": "C", "HOME": "/"}


# --- What becomes of those that misbehave -------------------------------------------------------------------------

FAULTS = [
    ("dies at once", "crashed", "ended (exit status 1); it is not started again", "no such engine"),
    ("never greets", "late", "had no answer after 0.3 s; it is not started again", ""),
    ("speaks another protocol", "garbage", "speaks protocol 99, and this is protocol 1", ""),
    ("talks early", "out of turn", "", ""),
    ("hangs", "late", "had no answer after 0.3 s", ""),
    ("dies", "crashed", "ended (exit status 3)", "out of cheese"),
    ("is killed", "crashed", "ended (signal 9)", ""),
    ("closes its output", "crashed", "ended (signal 9)", ""),
    ("talks nonsense", "garbage", r"answered 'Let me think\x1b[31m ...', which is no answer", ""),
    ("talks bytes", "garbage", "which is no answer", ""),
    ("nests deep", "garbage", "which is no answer", ""),
    ("answers with a number", "garbage", "Expected `str`, got `int`", ""),
    ("never ends its line", "garbage", "said more than 65536 bytes at once: 'xxxxx", ""),
    ("cheats", "illegal", r"chose 'win\x1b[2J the match', which is not legal", ""),
    ("answers another question", "out of turn", "answered question 2, and was asked question 1", ""),
    ("says it twice", "out of turn", "said more than one line", ""),
]
QUICK = {"never greets": "start=0.3", "hangs": "seconds=0.3"}  # nobody waits for those long


@pytest.mark.parametrize(("how", "kind", "text", "stderr"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_who_misbehaves_forfeits_his_turn_to_the_idle_move_and_is_reported(
    how: str, kind: str, text: str, stderr: str
) -> None:
    match = begin()
    seat, moves = match.actors[0], len(match.moves)
    with rogue(how, limits=f"restarts=0 {QUICK.get(how, '')}") as bot:
        assert bot.choose(match, seat) == match.legal(seat)[0]
        (fault,) = bot.faults
        assert (fault.kind, fault.match, fault.move, fault.seat) == (kind, 1, moves, seat)
        assert text in fault.text
        assert stderr in fault.stderr
        assert fault.text.isprintable()
        assert bot.forfeits == 1
        assert (bot._process is not None) == (kind == "illegal")  # who only chose badly may go on


def test_who_dies_is_started_again_some_times_and_then_idles_until_the_next_match(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    match = begin()
    with rogue("dies", notes) as bot:
        turns(bot, match, 5)
        assert [fault.text for fault in bot.faults] == [
            "ended (exit status 3)", "ended (exit status 3)", "ended (exit status 3); it is not started again",
        ]  # fmt: skip
        assert bot.forfeits == 5
        turns(bot, begin(2), 1)
        assert [fault.match for fault in bot.faults] == [1, 1, 1, 2]
    starts = [message for message in told(notes) if message["type"] == "hello"]
    assert len(starts) == 4


def test_who_never_greeted_is_not_started_again_in_other_matches_either(tmp_path: Path) -> None:
    with rogue("dies at once", tmp_path / "notes") as bot:
        for seed in range(4):
            turns(bot, begin(seed), 2)
        assert (len(bot.faults), bot.forfeits) == (3, 8)


def test_who_is_started_again_hears_the_match_from_its_beginning(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    match = begin()
    seat = match.actors[0]
    with rogue("dies later", notes) as bot:
        turns(bot, match, 2)
        while match.actors[0] != seat:
            match.play(match.actors[0], match.legal(match.actors[0])[0])
        wanted = match.events(seat)
        bot.choose(match, seat)
        assert [fault.text for fault in bot.faults] == ["ended (exit status 4)"]
    heard = told(notes)
    last = max(i for i, message in enumerate(heard) if message["type"] == "hello")
    assert heard[last + 1]["type"] == "match"
    assert heard[last + 2]["events"] == wanted


def test_faults_are_kept_up_to_a_number_and_counted_beyond_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "MOST_FAULTS", 2)
    assert MOST_FAULTS == 100
    with rogue("cheats") as bot:
        turns(bot, begin(), 4)
        assert (len(bot.faults), bot.forfeits) == (2, 4)


def test_a_program_that_vanishes_between_two_starts_is_reported(tmp_path: Path) -> None:
    program = tmp_path / "mine"
    program.write_text("#!/bin/sh\nexit 5\n")
    program.chmod(0o755)
    match = begin()
    with parlour.bot(GAME, f"exec:{program}") as bot:
        program.unlink()
        bot.choose(match, match.actors[0])
        assert bot.faults[0].text == "could not be started: No such file or directory"


def test_complaints_are_taken_and_only_their_end_is_kept() -> None:
    match = begin()
    with rogue("complains much") as bot:
        assert bot.choose(match, match.actors[0]) == match.legal(match.actors[0])[-1]
        assert bot.faults == []
        assert bot._process is not None
        bot._process._listen(0)
        assert 0 < len(bot._process.stderr) <= TAIL


def test_a_program_may_have_more_time_than_the_system_waits_at_once() -> None:
    match = begin()
    with rogue("well", limits="seconds=1e9 start=1e9") as bot:
        bot.choose(match, match.actors[0])
        assert bot.faults == []


def test_ctrl_c_while_a_program_thinks_ends_the_program(tmp_path: Path) -> None:
    match = begin()
    notes = tmp_path / "notes"
    bot = rogue("hangs", notes)
    here = threading.get_ident()

    def press() -> None:
        until(lambda: notes.exists() and '"choose"' in notes.read_text(), "the program is asked")
        signal.pthread_kill(here, signal.SIGINT)

    pressing = threading.Thread(target=press)
    with heeding_ctrl_c():
        pressing.start()
        with pytest.raises(KeyboardInterrupt):
            bot.choose(match, match.actors[0])
    pressing.join()
    assert bot._process is None
    assert bot.faults == []


# --- What is left of them -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["well", "cheats", "dies", "hangs"])
def test_nothing_is_left_of_a_closed_player(how: str) -> None:
    with leaving_nothing() as pids:
        for _ in range(3):
            match = begin()
            with rogue(how, limits=QUICK.get(how, "")) as bot:
                process = bot._start()
                pids.append(process._child.pid)
                bot.choose(match, match.actors[0])


def test_nothing_is_left_of_a_player_that_was_dropped() -> None:
    with leaving_nothing() as pids:
        match = begin()
        bot = rogue("well")
        bot.choose(match, match.actors[0])
        pids.append(pid_of(bot))
        del bot


def test_what_a_program_started_ends_with_it() -> None:
    match = begin()
    with rogue("has a child") as bot:
        bot.choose(match, match.actors[0])
        process = bot._process
        assert process is not None
        until(lambda: process._listen(0) or process.stderr, "it says which")
        child = int(process.stderr)
        assert not is_gone(child)
    until(lambda: is_gone(child), "the child ends")


def test_a_program_that_does_not_heed_goodbye_is_killed_and_one_that_does_leaves_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deaf = Process(["sleep", "1000"], 100)
    assert deaf.stop(lines(Bye())) == -signal.SIGKILL
    monkeypatch.setattr("parlour.bots.process.GRACE", STEP)
    polite = Process(["sh", "-c", "read -r line; exit 6"], 100)
    assert polite.stop(lines(Bye())) == 6
    assert polite.stop(lines(Bye())) == 6


def test_nothing_is_left_when_python_exits(tmp_path: Path) -> None:
    code = (
        "import parlour, sys\n"
        f"match = parlour.game({GAME!r}).match(2, seed=1)\n"
        f"bot = parlour.bot({GAME!r}, sys.argv[1])\n"
        "bot.choose(match, match.actors[0])\n"
        "print(bot._process._child.pid)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, f"{PATIENTLY} {ROGUE} well"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    until(lambda: is_gone(int(done.stdout)), "the program ends")


def test_a_fork_leaves_the_program_to_its_parent() -> None:
    process = Process(["sleep", "1000"], 100)
    child, selector = process._child, process._selector
    end(child, selector, os.getpid() + 1)
    assert child.poll() is None
    assert process.stop() == -signal.SIGKILL


# --- How they are named -------------------------------------------------------------------------------------------


def test_commands_are_split_into_words_and_limits_stand_before_them() -> None:
    assert parse_spec("exec:sh -c 'exit 1' x=1") == (["sh", "-c", "exit 1", "x=1"], Limits())
    limits = Limits(seconds=0.5, start=3.0, restarts=0, line=100)
    assert parse_spec("exec:seconds=0.5 start=3 restarts=0 line=100 sh") == (["sh"], limits)
    assert ExternalBot(parlour.game(GAME), ["sh", "a b"]).level == "exec:sh 'a b'"


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("exec:", "names no program"),
        ("exec:  ", "names no program"),
        ("exec:seconds=2", "names no program"),
        ("exec:no-such-program-anywhere x", "there is no program 'no-such-program-anywhere'"),
        ("exec:sh\0x", "there is no program"),
        ("exec:sh 'x", "is no command: No closing quotation"),
        ("exec:seconds=soon sh", "'seconds=soon' sets no limit"),
        ("exec:seconds=nan sh", "'seconds=nan' sets no limit"),
        ("exec:seconds=0 sh", "'seconds=0' sets no limit"),
        ("exec:restarts=1.5 sh", "'restarts=1.5' sets no limit"),
        ("exec:restarts=-1 sh", "'restarts=-1' sets no limit"),
    ],
)
def test_what_is_no_command_is_refused(spec: str, why: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(why)):
        parlour.bot(GAME, spec)


def test_other_systems_are_told_that_they_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "POSIX", False)
    with pytest.raises(UnknownBot, match="need a system with POSIX processes"):
        parlour.bot(GAME, "exec:sh")
