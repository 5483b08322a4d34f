# shellcheck shell=bash
# Compares the heap tier with inspections in roots with other versions of Swift. Prints a row for each comparison. Run by
# scripts/trial versions: swift.sh FOLDER BUILT ROOTS SUITE...
set -euo pipefail
# shellcheck source=../../lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../lib/setup.sh"
cd "$root"
folder=$1
built=$2
roots=$3
# shellcheck source=../../lib/debian.sh
. "$root/scripts/lib/debian.sh"
mounted=()
# shellcheck disable=SC2317 # Called by the trap.
unmount() { for place in ${mounted[@]+"${mounted[@]}"}; do umount "$place"; done; }
trap unmount EXIT

# Makes a root with the Swift of a release.
make_root() { # SUITE FOLDER
    local suite=$1 into=$2 library
    make_folders "$into"
    say "downloading the Swift of $suite ..."
    download "$suite" install -y --no-install-recommends --download-only \
        swiftlang libc6-dev libstdc++-14-dev bash coreutils binutils
    extract "$(packages_of "$suite")/archives" "$into"
    # clang uses the newest of these folders.
    library=$(find "$into/usr/lib/gcc/x86_64-linux-gnu" -maxdepth 1 -name '[0-9]*' -printf '%f\n' | sort -V | tail -n 1)
    [ "$library" = 14 ] || unpack "$suite" "$into" "libgcc-$library-dev" "libstdc++-$library-dev"
    quietly chroot "$into" ldconfig || give_up "the root of $suite is incomplete"
}

# Builds the fixture in a root, in each way of linking.
build_fixture() { # ROOT
    local linking options
    rm -rf "$1/trial"
    mkdir -p "$1/trial"
    cp -r Tests/Fixtures/HeapFixture "$1/trial/fixture"
    for linking in dynamic static; do
        options="-swift-version 6 -parse-as-library -module-name heap_fixture -O"
        [ "$linking" = dynamic ] || options+=" -static-stdlib"
        quietly chroot "$1" env TMPDIR=/tmp bash -c "cd /trial && swiftc $options -o $linking fixture/*.swift" ||
            give_up "the fixture does not build there; see above"
        chroot "$1" strip -s -o "/trial/$linking-stripped" "/trial/$linking"
    done
    cp "$built/outlive" "$built/liboutlive_heap.so" "$1/trial/"
    # The libraries of this machine's toolchain; the root has its own C library.
    ldd "$built/outlive" | grep -o '/[^ ]*swift[^ ]*' | while read -r library; do
        mkdir -p "$1$(dirname "$library")"
        cp -L "$library" "$1$library"
    done
}

# Takes the snapshots of one process: preloaded, inspected inside the root and outside of it, and its core file.
take_snapshots() { # ROOT PROGRAM SCENARIO
    local place=$1 work=$1/trial process line name
    rm -rf "$work/heap" "$work/out" "$place"/core*
    mkdir -m 700 "$work/heap" "$work/out"
    mkfifo "$work/out/input"
    (
        ulimit -c unlimited
        exec chroot "$place" env TMPDIR=/tmp SWIFT_BACKTRACE=enable=no LD_PRELOAD=/trial/liboutlive_heap.so OUTLIVE_HEAP=/trial/heap \
            OUTLIVE_HEAP_EXIT=0 "/trial/$2" "$3" 100 wait <"$work/out/input" >"$work/out/output" 2>&1
    ) &
    process=$!
    exec 7>"$work/out/input"
    for ((line = 0; line < 300; line++)); do
        [ -z "$(find "$work/heap" -name '*-9999.olheap' -o -name '*-9999.error')" ] || break
        sleep 0.1
    done
    find "$work/heap" -name '*-9999.olheap' -exec cp {} "$work/out/preload.olheap" \;
    chroot "$place" /trial/outlive census "$process" --attach --graph /trial/out/inside.olheap || true
    "$built/outlive" census "$process" --attach --graph "$work/out/outside.olheap" || true
    kill -ABRT "$process"
    exec 7>&-
    wait "$process" || true
    find "$place" -maxdepth 1 -name 'core*' -exec mv {} "$work/out/core" \;
    chroot "$place" /trial/outlive census /trial/out/core --graph /trial/out/core.olheap || true
    for name in preload inside outside core; do
        line=(chroot "$place" /trial/outlive)
        [ "$name" != outside ] || line=("$built/outlive")
        # What is outside of the root has paths of its own.
        [ "$name" = outside ] && set -- "$work/out/$name" || set -- "/trial/out/$name"
        "${line[@]}" heap "$1.olheap" --export "heapsnapshot=$1.heapsnapshot" || true
    done
}

[ "$(cat /proc/sys/kernel/core_pattern)" = core ] ||
    say "warning: the kernel writes no core files into the folder of a program; those are not compared"
status=0
for suite in "${@:4}"; do
    place=$roots/$suite
    [ -x "$place/usr/bin/swiftc" ] || make_root "$suite" "$place"
    mountpoint -q "$place/proc" || {
        mount -t proc proc "$place/proc"
        mounted+=("$place/proc")
    }
    [ -e "$place/dev/null" ] || mknod -m 666 "$place/dev/null" c 1 3
    version=$(chroot "$place" swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
    build_fixture "$place"
    for program in dynamic dynamic-stripped static static-stripped; do
        for scenario in kinds contents collections captures layouts references shapes tasks leftovers shelf; do
            take_snapshots "$place" "$program" "$scenario" >"$folder/log" 2>&1
            for name in inside outside core; do
                result=$(python3 scripts/trials/snapshots.py "$place/trial/out/preload.heapsnapshot" \
                    "$place/trial/out/$name.heapsnapshot" 2>"$folder/differences") || {
                    status=1
                    [ -n "$result" ] || cat "$folder/log" >&2
                    say "Swift $version, $program, $scenario, $name:"
                    cat "$folder/differences" >&2
                }
                printf '%s\t%s\t%s\t%s\t%s\n' "$version" "$program" "$scenario" "$name" "${result:-failed}"
            done
        done
    done
done
exit "$status"
