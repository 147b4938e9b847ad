# Sourced by ./run and ./test: everything they need, in .tools and .venv beside them. Nothing else is touched, except that
# ./test installs PostgreSQL and Chromium on a Debian that has none.

uv_version=0.13.7

export UV_PYTHON_DOWNLOADS=never UV_PYTHON_PREFERENCE=only-system
unset VIRTUAL_ENV

say() {
    printf '\n== %s\n' "$1"
}

install_uv() {
    [ -x .tools/bin/uv ] && return
    say "Installing uv into .tools, once"
    python3 -m venv .tools
    .tools/bin/python -m pip install --quiet --disable-pip-version-check "uv==$uv_version"
}

# The pins are the constraints in pyproject.toml; uv.lock is made of them here and stays here. Bytecode is made at once,
# because without it every start would take seconds where Python may not write it. What is given says which extras.
install_parlour() {
    install_uv
    if [ ! -d .venv ]; then
        say "Installing Parlour into .venv, once"
        export UV_COMPILE_BYTECODE=1
    fi
    .tools/bin/uv sync --quiet --inexact "$@"
}

# The tests start a PostgreSQL of their own, in a temporary folder, compile a disk that can lose its power, play in
# Chromium, and come through Caddy and nginx. Elsewhere than on Debian, have all five on the PATH.
install_programs() {
    local wanted=() proxies=()
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || wanted+=(postgresql-15)
    command -v cc >/dev/null || wanted+=(gcc libc6-dev)
    command -v chromium >/dev/null || command -v google-chrome >/dev/null || wanted+=(chromium)
    for proxy in caddy nginx; do
        PATH="$PATH:/usr/sbin" command -v $proxy >/dev/null || [ -e .tools/debian/$proxy ] || proxies+=($proxy)
    done
    [ $((${#wanted[@]} + ${#proxies[@]})) -gt 0 ] && command -v apt-get >/dev/null || return 0
    say "Installing ${wanted[*]} ${proxies[*]}, for the tests"
    local root=
    [ "$(id -u)" = 0 ] || root=sudo
    $root apt-get -qq update
    [ ${#wanted[@]} = 0 ] ||
        $root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "${wanted[@]}" >/dev/null
    for proxy in "${proxies[@]}"; do unpack_program $proxy; done
}

# A program of Debian's in .tools/debian, only for the tests: if it were installed, it would begin to serve this machine.
unpack_program() {
    mkdir -p .tools/debian/packages
    (cd .tools/debian/packages && apt-get -qq download "$1" && dpkg-deb -x "$1"_*.deb .)
    find .tools/debian/packages/usr -path "*bin/$1" -exec ln -sf "$PWD/{}" .tools/debian/ \;
}
