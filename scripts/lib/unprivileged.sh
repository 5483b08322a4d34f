# shellcheck shell=bash
# Running a daemon that refuses to be root, or should not be. Sourced, not run.

# Gives FOLDER to USER and becomes COMMAND as that user, where this is root; else becomes COMMAND.
exec_unprivileged() { # USER FOLDER COMMAND...
    local user=$1 folder=$2
    shift 2
    [ "$(id -u)" = 0 ] || exec "$@"
    chown -R "$user:" "$folder"
    exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups "$@"
}
