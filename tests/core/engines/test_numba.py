"""The engine numba: what is compiled, and where it is kept."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from parlour.core.engines.numba import KEPT_CACHES, for_python
from parlour.core.kernel import rule

pytestmark = pytest.mark.compiled("it compiles rules")


def test_rules_that_allocate_are_refused() -> None:
    @rule
    def wasteful(n: int) -> int:
        return len(np.zeros(n))

    def loop(n: int) -> int:
        return wasteful(n)

    loop.__globals__["wasteful"] = wasteful
    try:
        with pytest.raises(numba.core.errors.NumbaError, match="wasteful"):
            for_python(loop)(3)
    finally:
        del loop.__globals__["wasteful"]


def folder_in(cache: Path, source: Path) -> Path:
    """The cache folder that a fresh process uses for rules in `source`."""
    code = (
        "from pathlib import Path; from parlour.core.engines.numba import cache_folder;"
        f"print(cache_folder(Path({str(source)!r})))"
    )
    env = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def test_the_cache_is_keyed_by_the_rules(tmp_path: Path) -> None:
    source, cache = tmp_path / "mygame", tmp_path / "cache"
    source.mkdir()
    (source / "rules.py").write_text("@rule\ndef f(): pass\n")
    first = folder_in(cache, source)
    assert first.name.startswith("mygame-")
    assert folder_in(cache, source) == first
    (source / "view.py").write_text("# nothing compiled here\n")
    assert folder_in(cache, source) == first
    (source / "rules.py").write_text("@rule\ndef f(): return 1\n")
    assert folder_in(cache, source) != first


LOOP = """
from parlour.core.engines.numba import for_python
from parlour.core.kernel import rule

@rule
def twice(n: int) -> int:
    return {factor} * n

@rule
def loop(n: int) -> int:
    return twice(n)

bound = for_python(loop)
told = bound(21), sum(bound.stats.cache_hits.values())
if __name__ == "__main__":
    print(*told)
"""


def test_copies_of_the_same_rules_share_what_was_compiled(tmp_path: Path) -> None:
    def run(copy: str, factor: int) -> str:
        file = tmp_path / copy / "mygame" / "rules.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(LOOP.format(factor=factor))
        env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        done = subprocess.run([sys.executable, file], env=env, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert run("here", 2) == "42 0"
    assert run("there", 2) == "42 1"
    assert run("there", 3) == "63 0"


IN_THREADS = """
import sys
from importlib import import_module
from threading import Thread

sys.setswitchinterval(1e-5)
names = [f"game{number}.rules" for number in range(8)]
threads = [Thread(target=import_module, args=(name,)) for name in names]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print([sys.modules[name].told for name in names])
"""


def test_threads_that_compile_at_once_keep_what_they_compile_apart(tmp_path: Path) -> None:
    for number in range(8):
        file = tmp_path / f"game{number}" / "rules.py"
        file.parent.mkdir()
        file.write_text(LOOP.format(factor=number))
    file = tmp_path / "main.py"
    file.write_text(IN_THREADS)
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    for hits in range(2):
        done = subprocess.run([sys.executable, file], env=env, capture_output=True, text=True, check=True)
        assert done.stdout == f"{[(21 * number, hits) for number in range(8)]}\n"
    for folder in (tmp_path / "cache").glob("game*"):
        assert {kept.name for kept in folder.iterdir()} == {folder.name.partition("-")[0], "writable"}


def test_old_caches_are_forgotten(tmp_path: Path) -> None:
    source, cache = tmp_path / "mygame", tmp_path / "cache"
    source.mkdir()
    for number in range(KEPT_CACHES + 2):
        (source / "rules.py").write_text(f"@rule\ndef f(): return {number}\n")
        last = folder_in(cache, source)
    left = list(cache.glob("mygame-*"))
    assert len(left) == KEPT_CACHES
    assert last in left


def test_where_nothing_can_be_written_nothing_is_cached(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert folder_in(blocked, tmp_path) == Path("None")
