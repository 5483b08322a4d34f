# shellcheck shell=bash
# Prepares roots for aarch64, and prints a row for each check. Run by scripts/trial arm64: run.sh CACHE CHECK...
set -euo pipefail
# shellcheck source=../../lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../lib/setup.sh"
cd "$root"
cache=$1
# shellcheck source=roots.sh
. "$root/scripts/trials/arm64/roots.sh"
# shellcheck source=checks.sh
. "$root/scripts/trials/arm64/checks.sh"
# shellcheck source=machine.sh
. "$root/scripts/trials/arm64/machine.sh"
# shellcheck source=command.sh
. "$root/scripts/trials/arm64/command.sh"

work=$(mktemp -d)
# shellcheck disable=SC2317 # Called by the trap.
clean() {
    [ -z "${handler:-}" ] || echo -1 >"/proc/sys/fs/binfmt_misc/$handler"
    rm -rf --one-file-system "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

prepare_roots
register_emulator
build_programs
status=0
for check in "${@:2}"; do
    result=passed
    start=$SECONDS
    "check_$check" >"$work/log" 2>&1 || {
        result=failed
        status=1
        cat "$work/log" >&2
    }
    printf '%s\t%s\t%d\t%s\n' "$check" "$result" $((SECONDS - start)) "$(tail -n 1 "$work/log")"
done
exit "$status"
