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

# The pins are the constraints in pyproject.toml; uv.lock is made of them here and stays here.
install_parlour() {
    install_uv
    [ -d .venv ] || say "Installing Parlour into .venv"
    .tools/bin/uv sync --quiet --inexact --all-extras "$@"
}
