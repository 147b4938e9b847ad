"""The programs in the folder `tools`, which is no package, as modules."""

import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def tool(name: str) -> ModuleType:
    """A file of the folder `tools`."""
    spec = spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def uv() -> str:
    """The installer that this folder is set up with."""
    found = ROOT / ".tools" / "bin" / "uv"
    return str(found if found.exists() else shutil.which("uv"))
