"""Making `<game>.wasm`: Numba compiles each loop to LLVM's code, llvmlite optimises it, wasm-ld links it.

Every loop is exported under its name by a door with plain arguments: an array is its address and its lengths. Behind it
Numba's own form of an array is put together. A loop that Numba leaves by an exception ends in a trap.

The same sources and the same tools make the same bytes. `parlour compile` runs this in a process of its own
(`bots.making`), because Numba must be told before it is loaded to compile for no processor in particular.
"""

import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm

from parlour.core.engines import private
from parlour.core.engines.loops import INT, Array, Loop
from parlour.core.engines.numba import compile_loop
from parlour.core.engines.wasm import SECTION, tools
from parlour.errors import ConformanceError, MissingExtra

SETTINGS: Final = {"NUMBA_CPU_NAME": "generic", "NUMBA_OPT": "0"}
TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+multivalue,+simd128"
STACK: Final = 1 << 18
COPY: Final = re.compile(r"load \[\d+ x i8\]")  # LLVM may hand what a hidden function copies to it, byte by byte


def build(loops: Mapping[str, Loop], digest: str) -> bytes:
    """The file that has these loops, and what it was made from at its end."""
    machine = target_machine()
    whole = llvm.parse_assembly(for_wasm("", machine))
    for text in texts(loops):
        whole.link_in(llvm.parse_assembly(for_wasm(text, machine)))
    optimise(whole, loops, machine)
    return linked(machine.emit_object(whole), loops) + custom_section(SECTION, (tools() + digest).encode())


def texts(loops: Mapping[str, Loop]) -> Iterator[str]:
    """The loops, each with its door, and every rule that they call once, as LLVM's text."""
    private.write_text_only()
    seen: set[Any] = set()
    for loop in loops.values():
        entry, libraries = private.code_of(compile_loop(loop, None))
        new = [private.text_of(library) for library in libraries if library not in seen]
        seen.update(libraries)
        yield from new[:-1]
        yield new[-1] + door(loop, entry)


def target_machine() -> Any:
    """The machine that we compile for."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")


def optimise(whole: Any, loops: Mapping[str, Loop], machine: Any) -> None:
    """Make one piece of the loops and all rules that they call, with nothing but the loops to be seen from outside."""
    for part in (*whole.functions, *whole.global_variables):
        if not part.is_declaration and part.name not in loops and not COPY.search(str(part)):
            part.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, tuning)
    unused = llvm.create_new_module_pass_manager()
    unused.add_global_dead_code_eliminate_pass()
    unused.run(whole, passes)
    passes.getModulePassManager().run(whole, passes)
    needed = sorted(f.name for f in whole.functions if f.is_declaration and not f.name.startswith("llvm."))
    if needed:
        raise ConformanceError(
            f"rules need {', '.join(needed)}, which no engine gives: they allocate nothing and use no functions of the "
            "platform (`core.numbers` has some of our own)"
        )


def for_wasm(text: str, machine: Any) -> str:
    """Numba's code for another machine, with other pointers. All sizes stay 64 bits, which costs little."""
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text).replace("= common ", "= internal ")
    # Reference counting: the caller owns every array, so counting does nothing.
    counting = r"(define [^\n]*@NRT_(?:incref|decref)\([^\n]*\{\n).*?\n\}"
    text = re.sub(counting, lambda found: f"{found[1]}  ret void\n}}", text, flags=re.DOTALL)
    # math.sqrt is a call to the platform's; as an intrinsic it is one instruction, and exact.
    text = re.sub(
        r"^declare [^\n]*@sqrt\([^\n]*\n", "declare double @llvm.sqrt.f64(double)\n", text, flags=re.MULTILINE
    )
    return text.replace("@sqrt(", "@llvm.sqrt.f64(")


def door(loop: Loop, entry: str) -> str:
    """The exported function of a loop, as LLVM's text: it takes plain arguments and calls Numba's function."""
    taken, body, passed = [], [], ["ptr %answer", "ptr %problem"]
    for number, form in enumerate(loop.forms):
        name = f"%a{number}"
        if not isinstance(form, Array):
            kind = "i64" if form == INT else "double"
            taken.append(f"{kind} {name}")
            passed.append(f"{kind} {name}")
            continue
        lengths = [f"{name}.{axis}" for axis in range(form.axes)]
        taken += [f"ptr {name}", *(f"i32 {length}" for length in lengths)]
        body += [f"  {length}.w = zext i32 {length} to i64" for length in lengths]
        strides: list[str] = []
        stride = str(form.kind.itemsize)
        for length in reversed(lengths):  # the last axis is the closest
            strides.insert(0, stride)
            body.append(f"  {length}.s = mul i64 {length}.w, {stride}")
            stride = f"{length}.s"
        body.append(f"  {name}.n = udiv i64 {stride}, {form.kind.itemsize}")
        passed += ["ptr null", "ptr null", f"i64 {name}.n", f"i64 {form.kind.itemsize}", f"ptr {name}"]
        passed += [f"i64 {length}.w" for length in lengths] + [f"i64 {each}" for each in strides]
    answer = {None: "void"}.get(loop.answer) or ("i64" if loop.answer == INT else "double")
    end = ["  ret void"] if answer == "void" else [f"  %said = load {answer}, ptr %answer", f"  ret {answer} %said"]
    return "\n".join(
        [
            "",
            f"define {answer} @{loop.name}({', '.join(taken)}) {{",
            "  %answer = alloca i64",
            "  %problem = alloca i64",
            "  store i64 0, ptr %answer",
            *body,
            f'  %status = call i32 @"{entry}"({", ".join(passed)})',
            "  %good = icmp eq i32 %status, 0",
            "  br i1 %good, label %well, label %ill",
            "ill:",
            "  call void @llvm.trap()",
            "  unreachable",
            "well:",
            *end,
            "}",
            "declare void @llvm.trap()",
            "",
        ]
    )


def linked(code: bytes, loops: Mapping[str, Loop]) -> bytes:
    """The object as a file that runs: a stack that cannot grow into the data, and no names but the exported ones."""
    try:
        import ziglang
    except ImportError:
        raise MissingExtra("making WebAssembly needs the extra `compile`: install parlour[compile]") from None
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "loops.o", Path(folder) / "loops.wasm"
        source.write_bytes(code)
        command = [Path(ziglang.__file__).parent / "zig", "wasm-ld", "--no-entry", "--gc-sections", "--strip-all"]
        command += ["--stack-first", "-z", f"stack-size={STACK}", "--export=__heap_base", "--export-memory"]
        command += [f"--export={name}" for name in loops]
        done = subprocess.run(
            [*map(str, command), str(source), "-o", str(target)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise ConformanceError(f"wasm-ld says: {done.stderr.strip()[:400]}")
        return target.read_bytes()


def custom_section(name: str, content: bytes) -> bytes:
    """A section that engines pass over."""
    body = bytes([len(name)]) + name.encode() + content
    assert len(body) < 1 << 14
    return bytes([0, len(body) & 0x7F | 0x80, len(body) >> 7]) + body  # its length has two bytes, of seven bits each
