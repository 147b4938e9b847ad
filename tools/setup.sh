# Sourced by ./run and ./test: everything they need, in .tools and .venv beside them. Nothing else is touched.

uv_version=0.13.7

export UV_PYTHON_DOWNLOADS=never UV_PYTHON_PREFERENCE=only-system
unset VIRTUAL_ENV

say() {
    printf '\n== %s\n' "$1"
}

install_uv() {
    [ -x .tools/bin/uv ] && return
    say "Installing uv into .tools"
    python3 -m venv .tools
    .tools/bin/python -m pip install --quiet --disable-pip-version-check "uv==$uv_version"
}

# The pins are the constraints in pyproject.toml; uv.lock is made of them here and stays here. Bytecode is made at once,
# because without it every start would take seconds where Python may not write it. CUDA is half a gigabyte for who has no GPU.
install_parlour() {
    install_uv
    if [ ! -d .venv ]; then
        say "Installing Parlour into .venv"
        export UV_COMPILE_BYTECODE=1
    fi
    .tools/bin/uv sync --quiet --inexact --all-extras --no-extra cuda "$@"
}
