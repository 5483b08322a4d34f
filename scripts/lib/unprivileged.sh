# shellcheck shell=bash
# Runs daemons that refuse to be root, or should not be. Sourced, not run.

# As root: gives FOLDER to USER and becomes COMMAND as that user. Otherwise becomes COMMAND.
exec_unprivileged() { # USER FOLDER COMMAND...
    local user=$1 folder=$2
    shift 2
    [ "$(id -u)" = 0 ] || exec "$@"
    chown -R "$user:" "$folder"
    exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups "$@"
}
