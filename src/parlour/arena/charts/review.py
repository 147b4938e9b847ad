"""A review as a picture: what each seat could expect as the match went on, its mistakes, and what made the result.

It needs the extra `plot`. Seats differ by colour and by dashes, so that it can be read without colours.
"""

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from parlour.arena.charts.plot import INK, PAPER, RULE, colour, require_pyplot, style
from parlour.bots.review import Judgement, Review
from parlour.core.files import whole_file
from parlour.core.texts import say_action
from parlour.games import game

DASHES = ("-", (0, (6, 2)), (0, (2, 2)), (0, (7, 2, 2, 2)), (0, (1, 1)), (0, (9, 3)))
WIDEST = 170  # signs of a line below the picture
MOST_NAMED = 5  # mistakes that are named in the picture
PARTS = (("luck", "luck", colour(0), ""), ("others", "others' mistakes", colour(2), "///"))
OWN = ("own mistakes", colour(1), "xxx")


def save_review(review: Review, title: str, names: Sequence[str], path: Path) -> None:
    """Draw a review; the file appears only when it is whole."""
    pyplot = require_pyplot()
    heights, below = (4.2, 0.7 + 0.34 * review.seats), notes(review, names)
    with pyplot.rc_context(style() | {"text.parse_math": False}):  # a Dollar is no formula
        figure, (course, split) = pyplot.subplots(
            2,
            1,
            figsize=(11, sum(heights) + 1.2 + 0.2 * len(below)),
            height_ratios=heights,
            layout="constrained",
        )
        draw_course(course, review, names)
        draw_split(split, review, names)
        figure.suptitle(f"{title}, reviewed by the {review.level} player", x=0.012, ha="left", fontsize=12)
        figure.supxlabel("\n".join(below), x=0.012, ha="left", fontsize=8.5, linespacing=1.5)
        with whole_file(path) as part:
            figure.savefig(part, metadata={"Date": None} if path.suffix == ".svg" else None)
        pyplot.close(figure)


def ahead(review: Review) -> str:
    """What the lines and bars count."""
    return f"{game(review.game).score_word} ahead of the others' average"


def draw_course(axes: Any, review: Review, names: Sequence[str]) -> None:
    """A line a seat, hands divided, mistakes marked where they were made."""
    axes.set_title(f"What each seat could expect: {ahead(review)} (triangles: mistakes)")
    for end in review.hands[:-1]:
        axes.axvline(end, color=RULE, linewidth=0.9)
    axes.axhline(0, color=INK, linewidth=0.7)
    for seat, points in enumerate(review.course):
        moves, values = [point.move for point in points], [point.value for point in points]
        axes.plot(moves, values, color=colour(seat), linestyle=DASHES[seat % len(DASHES)], linewidth=1.5)
    name_lines(axes, review, names)
    draw_mistakes(axes, review)
    axes.set_xlabel("actions")
    axes.set_xlim(0, max(1, review.moves) * 1.13)
    axes.margins(y=0.1)


def name_lines(axes: Any, review: Review, names: Sequence[str]) -> None:
    """The names at the ends of their lines, moved apart where they would overlap."""
    low, high = axes.get_ylim()
    apart = (high - low) / 18
    place = low - apart
    for seat in sorted(range(review.seats), key=lambda seat: review.course[seat][-1].value):
        value = review.course[seat][-1].value
        place = max(value, place + apart)
        text = f"{names[seat]} {value:+.{review.digits}f}"
        axes.annotate(text, (review.moves, place), (6, 0), textcoords="offset points", va="center", color=colour(seat))


def draw_mistakes(axes: Any, review: Review) -> None:
    """A triangle a mistake, the larger the dearer; the dearest with what was done and what was better."""
    mistakes = sorted(review.mistakes, key=lambda each: each.mistake)
    if not mistakes:
        return
    dearest = mistakes[-1].mistake
    for each in mistakes:
        area = 20 + 130 * each.mistake / dearest
        axes.scatter(each.move, each.before, s=area, marker="v", color=colour(each.seat), edgecolors=INK, zorder=3)
    for number, each in enumerate(dearest_mistakes(review), start=1):
        place = (each.move, each.before)
        axes.annotate(str(number), place, (0, 8), textcoords="offset points", ha="center", fontsize=9, weight="bold")


def dearest_mistakes(review: Review) -> list[Judgement]:
    """The mistakes that are named, in the order of the match."""
    dearest = sorted(review.mistakes, key=lambda each: each.mistake)[-MOST_NAMED:]
    return sorted(dearest, key=lambda each: each.move)


def notes(review: Review, names: Sequence[str]) -> list[str]:
    """The dearest mistakes in a line or two each, by their numbers in the picture."""
    one = game(review.game)
    texts = [
        f"{number}  {names[each.seat]}: {say_action(one, each.action, names)}, better: "
        f"{say_action(one, each.better, names)}. It cost {each.cost(review.digits)}. {sentence(each.why)}"
        for number, each in enumerate(dearest_mistakes(review), start=1)
    ]
    return [line for text in texts for line in wrap(text, WIDEST, subsequent_indent="    ")]


def sentence(text: str) -> str:
    """A line with a capital, so that it can follow a full stop."""
    return text[:1].upper() + text[1:]


def draw_split(axes: Any, review: Review, names: Sequence[str]) -> None:
    """A bar a seat: what luck and others gave it or took, what its own mistakes cost, and a mark at the result.

    In a game without chance there is no luck, and what the search did not see is left out with it.
    """
    axes.set_title("What made the result (dot)" if review.chance else "What mistakes gave and cost")
    for split in review.splits:
        right = left = split.start if review.chance else 0.0
        for part, label, shade, hatch in PARTS if review.chance else PARTS[1:]:
            width = getattr(split, part)
            start = right if width >= 0 else left
            draw_bar(axes, split.seat, start, width, label, shade, hatch)
            right, left = (right + width, left) if width >= 0 else (right, left + width)
        draw_bar(axes, split.seat, left, -split.own, *OWN)
        if review.chance:
            axes.plot(split.result, split.seat, "o", color=INK, markersize=5, zorder=3)
    axes.axvline(0, color=INK, linewidth=0.7)
    axes.set_yticks(range(review.seats), names)
    axes.invert_yaxis()
    axes.margins(x=0.05)
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x")
    axes.set_xlabel(ahead(review))
    axes.legend(*first_of_each(axes), loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)


def draw_bar(axes: Any, seat: int, start: float, width: float, label: str, shade: str, hatch: str) -> None:
    """A part of a bar."""
    axes.barh(seat, width, left=start, height=0.62, color=shade, hatch=hatch, edgecolor=PAPER, label=label)


def first_of_each(axes: Any) -> tuple[list[Any], list[str]]:
    """The legend without repetitions."""
    found: dict[str, Any] = {}
    for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
        found.setdefault(label, handle)
    return list(found.values()), list(found)
