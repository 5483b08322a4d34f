# shellcheck shell=bash
# The command and the sample service for aarch64, and their check. Sourced by run.sh, not run.

emulated=$work/command/outlive

# Prints what differs between the output of the command for aarch64 and that of this machine's.
expect_same() { # ARGUMENT...
    diff <("$emulated" "$@" 2>&1; echo "status $?") <("$outlive" "$@" 2>&1; echo "status $?") ||
        { echo "above: outlive $*"; return 1; }
}

# The command under the emulator: all that reads files, and the start of programs under the preloaded tier.
check_emulated_command() {
    local program=$work/release/heap-fixture own=$work/x86.olheap heap=$work/own status=0 options
    rm -rf "$heap"
    mkdir -m 700 "$heap"
    # Snapshots of both machines.
    env LD_PRELOAD="$(dirname "$outlive")/liboutlive_heap.so" OUTLIVE_HEAP="$heap" OUTLIVE_HEAP_EXIT=0 \
        "$(dirname "$outlive")/heap-fixture" captures 100 wait </dev/null >/dev/null
    mv "$heap"/*9999.olheap "$own"
    take_snapshot captures "$work/aarch64.olheap"
    for options in "$own" "$work/aarch64.olheap --sysroot $target_root"; do
        read -r -a options <<<"$options"
        expect_same heap "${options[@]}" || status=1
        expect_same heap "${options[@]}" --type heap_fixture.Captured --trace || status=1
        expect_same tasks "${options[@]}" || status=1
    done
    expect_same audit "$program" "$work/linked/heap-fixture" "$(dirname "$outlive")/note-service" || status=1
    "$emulated" doctor "$program" | tee "$work/doctor" | grep -q '^  ok       heap tier in it' ||
        { cat "$work/doctor"; status=1; }
    "$emulated" run -- "$program" kinds 100 >"$work/run" 2>&1 || status=1
    [ "$(sed -n '/of the program/,/of the standard/p' "$work/run" | wc -l)" -gt 10 ] || { cat "$work/run"; status=1; }
    return "$status"
}

# Adds a core file of this machine to the root of a virtual machine, with the files that it names, and reads it here.
add_own_core() { # ROOT SNAPSHOT
    local place=$1/x86 program file process input=$work/own/input
    program=$(readlink -f "$(dirname "$outlive")/heap-fixture")
    [ "$(cat /proc/sys/kernel/core_pattern)" = core ] || {
        say "warning: this kernel writes no core files into the folder of a program; none is read on aarch64"
        return
    }
    mkdir "$place"
    mkfifo "$input"
    (
        cd "$place"
        ulimit -c unlimited
        SWIFT_BACKTRACE=enable=no exec "$program" captures 100 wait <"$input" >"$work/own/output"
    ) &
    process=$!
    exec 7>"$input"
    until grep -q ready "$work/own/output" && grep -q '^State:.S' "/proc/$process/status"; do sleep 0.1; done
    kill -ABRT "$process"
    exec 7>&-
    wait "$process" || true
    mv "$place"/core* "$work/own/core"
    # By the names that the kernel knows.
    ldd "$program" | grep -o '/[^ ]*' | xargs readlink -f "$program" | while read -r file; do
        mkdir -p "$place$(dirname "$file")"
        cp "$file" "$place$file"
    done
    mv "$work/own/core" "$place/core"
    "$outlive" census "$place/core" --graph "$2" >/dev/null
}

# Prints what the steps in the virtual machine did not do.
judge_commands() { # FOLDER
    local found=$1 label
    for label in 'census: 0' 'memory: 0' 'watch: 0' 'core: 0' 'tasks: 0' 'soak: 1' 'bench: 0'; do
        grep -qa "^${label/: /: status }" "$found/console" || echo "not ${label/: /: status }"
    done
    expect_objects "the process and its core file" "$found/attached.olheap" "$found/core.olheap"
    expect_types "the process and the preloaded tier" "$work/aarch64.olheap" "$found/attached.olheap"
    [ ! -e "$work/own-core.olheap" ] ||
        expect_objects "the core file of this machine" "$work/own-core.olheap" "$found/x86-there.olheap"
    [ "$(python3 scripts/trials/arm64/tasks.py "$found/tasks.json" Tests/Fixtures/TaskFixture)" = "40 -" ] ||
        python3 scripts/trials/arm64/tasks.py "$found/tasks.json" Tests/Fixtures/TaskFixture
    grep -q '"name" *: *"NoteExporter.delegate"' "$found/soak.json" || echo "the soak does not name the reference to cut"
    grep -q '"ratio" *: *[0-9]' "$found/bench.json" || echo "the benchmark has no ratio"
}

# What `scripts/package` makes for aarch64, under the emulator.
check_package() {
    local packages=$work/packages emulated=$work/package/usr/bin/outlive stated
    scripts/package --architecture arm64 "$packages" >/dev/null || return 1
    dpkg-deb -x "$packages"/outlive_*_arm64.deb "$work/package"
    "$emulated" --version | grep -E '^[0-9.]+ \(commit [0-9a-f]{7,}' || return 1
    check_emulated_command || return 1
    # The article has the same minimum.
    stated=$(sed -n 's/.* aarch64, made .* glibc \([0-9.]*\), libstdc.*/\1/p' Sources/Application/Outlive/Outlive.docc/Platforms.md)
    dpkg-deb --field "$packages"/outlive_*_arm64.deb Architecture Depends | grep -F "libc6 (>= ${stated:?})"
}

check_command() {
    local place=$work/commands found=$work/commands-files differences status=0
    build_products "$work/command/" debug outlive note-service || return 1
    cp "$work/release/liboutlive_heap.so" "$work/command/"
    build_swift "$work/command/task-fixture" task_fixture Tests/Fixtures/TaskFixture -Onone
    check_emulated_command || status=1
    make_machine "$place" commands "$work/release/heap-fixture" "$work"/command/*
    # The sample needs all that libcurl needs.
    cp -a "$target_root"/usr/lib/aarch64-linux-gnu/lib*.so.* "$place/usr/lib/aarch64-linux-gnu/"
    add_own_core "$place" "$work/own-core.olheap" || status=1
    run_machine kernel "$place" "$found" || return 1
    differences=$(judge_commands "$found")
    [ -z "$differences" ] || { printf '%s\n' "$differences"; sed '/^BEGIN-FILE/,/^END-FILE/d' "$found/console"; status=1; }
    echo "doctor, run, heap, tasks and audit under the emulator; census, memory, watch, tasks, soak and bench in the machine"
    return "$status"
}
