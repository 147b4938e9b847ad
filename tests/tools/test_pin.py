"""Pins and caps in pyproject.toml: the text before and after. (No registry is asked anything here.)"""

from tests.tools.loading import tool

pin = tool("pin")
TEXT = """
dependencies = ["numba>=0.68,<0.69", "rich>=14"]
cuda = ["numba-cuda[cu13]>=0.30,<0.31"]

[tool.uv]
cache-keys = []

# Pins, written by tools/pin.py.
constraint-dependencies = [
    "numba==0.68.1",
]
build-constraint-dependencies = [
]

[tool.other]
"""


def test_caps_are_lifted_and_everything_else_stays() -> None:
    lifted = pin.without_caps(TEXT)
    assert 'dependencies = ["numba>=0.68", "rich>=14"]\ncuda = ["numba-cuda[cu13]>=0.30"]' in lifted
    assert lifted.count("\n") == TEXT.count("\n")


def test_caps_move_to_the_minor_releases_that_were_found() -> None:
    moved = pin.with_caps(TEXT, ["numba==1.9.4", "numba-cuda==0.31.0 ; python_full_version < '3.12'", "rich==15.0.0"])
    assert 'dependencies = ["numba>=1.9,<1.10", "rich>=14"]\ncuda = ["numba-cuda[cu13]>=0.31,<0.32"]' in moved


def test_pins_are_written_between_their_comment_and_the_next_section() -> None:
    written = pin.with_pins(TEXT, ["numba==0.69.0", "numpy==2.5.4"], ["hatchling==1.33.0"])
    assert written.count("constraint-dependencies") == 2
    assert '    "numba==0.69.0",\n    "numpy==2.5.4",\n]\n' in written
    assert "0.68.1" not in written
    assert written.endswith("]\n\n[tool.other]\n")


def test_a_marker_stays_only_where_it_chooses() -> None:
    export = "appnope==1.0.0 ; sys_platform == 'darwin'\nnumpy==2.4 ; python < '3.12'\nnumpy==2.5 ; python >= '3.12'\n"
    assert pin.pins(export) == ["appnope==1.0.0", "numpy==2.4 ; python < '3.12'", "numpy==2.5 ; python >= '3.12'"]
