# shellcheck shell=bash
# Debian packages that a script needs. Sourced by setup.sh, not run.
# shellcheck disable=SC2154  # `root` and `say` are those of setup.sh.

# Recipes may need programs outside of a user's PATH.
PATH=$PATH:/usr/sbin:/sbin

# Installs packages if that needs no password; the status is 0 if they were installed.
install_packages() {
    local become=""
    command -v apt-get >/dev/null 2>&1 || return 1
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        become="sudo -n"
    fi
    say "installing $*"
    # shellcheck disable=SC2086
    quietly $become "$root/scripts/lib/install" "$@"
}

# Makes sure that PROGRAM is installed, from PACKAGE if it is missing.
want_program() { # PROGRAM PACKAGE
    command -v "$1" >/dev/null 2>&1 || { install_packages "$2" && command -v "$1" >/dev/null 2>&1; }
}

need_program() { # PROGRAM PACKAGE
    want_program "$1" "$2" ||
        give_up "$1 is missing and cannot be installed from here: apt-get install $2, as root"
}
