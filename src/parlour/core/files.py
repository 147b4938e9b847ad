"""Files that appear whole or not at all: they are written beside their place, and renamed at the end."""

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


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
