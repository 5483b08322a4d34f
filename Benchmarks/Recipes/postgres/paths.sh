# shellcheck shell=bash
# Where this recipe keeps things. Sourced, not run.

# shellcheck source=../../../scripts/lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/lib/setup.sh"
# shellcheck source=../../../scripts/lib/unprivileged.sh
. "$root/scripts/lib/unprivileged.sh"

# The cluster that every launch copies.
# shellcheck disable=SC2034
pristine=$root/.build/outlive/postgres/cluster

# Debian keeps the server's programs out of PATH, in a folder for each version; the newest wins.
find_server() {
    local folder
    for folder in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V); do PATH=$folder:$PATH; done
}
find_server
