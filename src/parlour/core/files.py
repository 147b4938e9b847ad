"""Files that appear whole or not at all, by being written beside their place and renamed; and files kept to oneself."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(path: Path, private: bool = False) -> Iterator[Path]:
    """A path to write to, which becomes `path` when all went well and is forgotten when not.

    If it is `private`, only its owner can read it. If it cannot be begun, the error names `path`. What is there already
    and is no file, such as /dev/stdout or a pipe, stays, and is written to.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        yield path
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=path.suffix)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    os.close(handle)
    part = Path(name)
    try:
        yield part
        if not private:
            part.chmod(0o666 & ~_umask())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def lock(handle: int) -> bool:
    """Keep an open file or folder for this process until it is closed, however that ends; False if another has it.

    Where the system has no such locks, nobody is kept out.
    """
    try:
        import fcntl
    except ImportError:  # pragma: no cover
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
