# shellcheck shell=bash
# The requirements of applications with windows and their UI tests. Sourced after setup.sh, not run.
# shellcheck disable=SC2154  # `install_packages` and `give_up` are those of setup.sh.

have_shared_library() { # NAME
    PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -qF "$1" ||
        [ -n "$(find /lib /usr/lib /usr/local/lib -name "$1*" -print -quit 2>/dev/null)" ]
}

# Prints the Debian packages that are missing.
missing_display_packages() {
    command -v Xvfb >/dev/null 2>&1 || echo xvfb
    command -v xauth >/dev/null 2>&1 || echo xauth
    command -v import >/dev/null 2>&1 || echo imagemagick
    command -v dbus-daemon >/dev/null 2>&1 || echo dbus
    [ -f /usr/share/dbus-1/services/org.a11y.Bus.service ] || echo at-spi2-core
    have_shared_library libatspi.so.0 || echo libatspi2.0-0
    [ -f /usr/include/gtk-3.0/gtk/gtk.h ] || echo libgtk-3-dev
}

# Installs the requirements of applications with windows and their UI tests.
need_display() {
    local missing
    missing=$(missing_display_packages | paste -sd ' ')
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086
    install_packages $missing && [ -z "$(missing_display_packages)" ] ||
        give_up "these are missing and cannot be installed from here: apt-get install $missing, as root"
}
