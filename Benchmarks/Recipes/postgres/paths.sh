# shellcheck shell=sh
# The paths of the files that `setup` makes for this recipe. Sourced by commands of this folder, not run.
# shellcheck disable=SC2034

kept=${0%/*}/../../../.build/outlive/postgres
# The cluster that every launch copies.
pristine=$kept/cluster
# The programs of one version. Those that Debian has in PATH are a wrapper that costs a tenth of a second.
programs=$kept/bin

# Runs psql or pg_dump with the options that reach the server of a DIR.
as_bench() { # PROGRAM DIR OPTION...
    program=$programs/$1 socket=$2
    shift 2
    "$program" -h "$socket" -U bench "$@"
}

sql() { # DIR DATABASE OPTION...
    server=$1 database=$2
    shift 2
    as_bench psql "$server" -qX -v ON_ERROR_STOP=1 -d "$database" "$@"
}
