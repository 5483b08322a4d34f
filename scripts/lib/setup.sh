# shellcheck shell=bash
# The set-up of every script: a Swift toolchain, and libunwind for fast, complete backtraces.
# Sourced, not run. Sets `root` to the repository's folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

# shellcheck source=packages.sh
. "$root/scripts/lib/packages.sh"

say() { printf '%s\n' "$*" >&2; }

# Ends the script with the exit code for "the harness cannot run".
give_up() {
    say "$1"
    exit 3
}

need_swift() {
    command -v swift >/dev/null 2>&1 ||
        give_up "swift is missing: install a Swift 6.2 or newer toolchain (swift.org/install) and put its usr/bin in PATH"
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
    case "$version" in
        6.[2-9]* | 6.[1-9][0-9]* | [7-9].* | [1-9][0-9].*) ;;
        *) give_up "swift ${version:-of unknown version} is too old: Outlive needs Swift 6.2 or newer" ;;
    esac
}

# Prints the commit of this folder, with a mark if files were changed, or nothing outside of a clone.
commit_of_sources() {
    git -C "$root" describe --always --dirty=+changes --exclude '*' 2>/dev/null || true
}

have_libunwind() {
    [ "$(uname -s)" != Linux ] || ldconfig -p 2>/dev/null | grep -q 'libunwind\.so\.8' ||
        [ -n "$(find /lib /usr/lib -name 'libunwind.so.8' -print -quit 2>/dev/null)" ]
}

# libunwind is loaded at run time. Without it, stacks come from frame pointers and some callers are lost.
want_libunwind() {
    have_libunwind || { install_packages libunwind-dev && have_libunwind; } ||
        say "warning: libunwind is missing (apt-get install libunwind-dev); backtraces come from frame pointers instead"
}

# The export of a database looks up libsqlite3 at run time, and its tests ask the database in Python.
want_sqlite() {
    { ldconfig -p 2>/dev/null | grep -q 'libsqlite3\.so\.0' || install_packages libsqlite3-0; } &&
        want_program python3 python3 && python3 -c 'import sqlite3' 2>/dev/null ||
        say "warning: libsqlite3 or python3 is missing (apt-get install libsqlite3-0 python3); the tests of databases fail"
}

# Runs a command whose output matters only if it fails. Uses a shell of its own, so that an interrupt, too, removes the
# log.
quietly() (
    status=0
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    "$@" >"$log" 2>&1 || status=$?
    if [ "$status" != 0 ]; then
        cat "$log" >&2
        say "failed with status $status: $*"
    fi
    exit "$status"
)

# Prints tables with columns separated by tabs, aligned.
aligned() { # [FILE]...
    awk -F '\t' '
        { for (column = 1; column <= NF; column++) {
              cell[NR, column] = $column
              if (length($column) > width[column]) width[column] = length($column)
          }
          if (NF > columns) columns = NF }
        END { for (row = 1; row <= NR; row++) {
                  line = ""
                  for (column = 1; column <= columns; column++)
                      line = line sprintf("%-*s  ", width[column], cell[row, column])
                  sub(/ +$/, "", line)
                  print line
              } }' "$@"
}
