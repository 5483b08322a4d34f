# shellcheck shell=bash
# The checks of scripts/trial arm64 in a virtual machine. Sourced, not run.

# Makes a root with the libraries of the target, programs, and the steps of its first process.
make_machine() { # ROOT STEPS PROGRAM...
    local place=$1 name
    mkdir -p "$place"/{bin,proc,sys,dev,tmp,trial,lib,"$libraries"} "$place/usr/lib/aarch64-linux-gnu"
    cp "$target_root/usr/bin/busybox" "$place/bin/"
    ln -s busybox "$place/bin/sh"
    ln -s /usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1 "$place/lib/"
    cp -a "$target_root$libraries"/*.so "$place$libraries/"
    for name in ld-linux-aarch64.so.1 libc.so.6 libm.so.6 libgcc_s.so.1 libstdc++.so.6 libcurl.so.4 libxml2.so.16; do
        cp -L "$target_root/usr/lib/aarch64-linux-gnu/$name" "$place/usr/lib/aarch64-linux-gnu/"
    done
    cp "${@:3}" "$place/trial/"
    cp scripts/trials/arm64/init "$place/init"
    cp "scripts/trials/arm64/$2" "$place/steps"
}

# Starts a kernel with a root, and copies the files that it prints into a folder. The console is `console` there.
run_machine() { # KERNEL ROOT FOLDER
    mkdir -p "$3"
    (cd "$2" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/machine.gz"
    quietly timeout 900 qemu-system-aarch64 -M virt -cpu max,pauth-impdef=on -m 2560 -smp 2 -display none -monitor none \
        -nic none -no-reboot -kernel "$(find "$cache/$1/" -name vmlinuz)" -initrd "$work/machine.gz" \
        -append "console=ttyAMA0 quiet panic=1" -serial "file:$3/console" </dev/null || return 1
    rm "$work/machine.gz"
    python3 scripts/trials/arm64/files.py "$3/console" "$3"
    grep -qa '^done' "$3/console" || { cat "$3/console"; return 1; }
}

# Compares the objects of two snapshots of a process. Those that are missing, extra or renamed, and missing references
# count. Words of freed frames are extra references.
expect_objects() { # LABEL EXPECTED SNAPSHOT
    local result columns
    result=$(compare_snapshots "${@:2}")
    read -r -a columns <<<"$result"
    [ "${columns[*]:1:3}${columns[5]:-}" = "0 0 00" ] || { printf '%s: %s\n' "$1" "$result"; return 1; }
}

# Compares the numbers of objects of each type in two snapshots, of any processes.
expect_types() { # LABEL EXPECTED SNAPSHOT
    compare_snapshots --types "${@:2}" >"$work/result" || { printf '%s: %s\n' "$1" "$(cat "$work/result")"; return 1; }
}

compare_snapshots() { # [--types] SNAPSHOT SNAPSHOT
    local file pages=()
    for file in "${@: -2}"; do
        "$outlive" heap "$file" --export "heapsnapshot=$file.heapsnapshot" >/dev/null || return 1
        pages+=("$file.heapsnapshot")
    done
    python3 scripts/trials/snapshots.py "${@:1:$#-2}" "${pages[@]}" 2>&1
}

# Takes the snapshot of a scenario under the emulator, by the preloaded tier.
take_snapshot() { # SCENARIO SNAPSHOT
    rm -rf "$work/heap"
    mkdir -m 700 "$work/heap"
    env LD_PRELOAD="$work/release/liboutlive_heap.so" OUTLIVE_HEAP="$work/heap" OUTLIVE_HEAP_EXIT=0 \
        "$work/release/heap-fixture" "$1" 100 wait </dev/null >/dev/null && mv "$work"/heap/*9999.olheap "$2"
}

check_machine() {
    local scenario name status=0 place=$work/machine found=$work/machine-files
    make_machine "$place" inspections "$work"/release/* "$work/inspect"
    run_machine kernel "$place" "$found" || return 1
    for scenario in kinds tasks references captures; do
        "$outlive" census "$found/$scenario-core" --sysroot "$place" --graph "$found/$scenario-here.olheap" >/dev/null ||
            status=1
        for name in attached core here; do
            expect_objects "$scenario, $name" "$found/$scenario-preload.olheap" "$found/$scenario-$name.olheap" ||
                status=1
        done
    done
    echo "the objects of 4 scenarios, attached, from the core file there and here"
    return "$status"
}

# Programs that forbid themselves system calls end as without the tier. They have no emulator in between.
check_confined() {
    local place=$work/confined found=$work/confined-files
    quietly "${clang_target[@]}" -O1 -fno-builtin -o "$work/confined-trial" Tests/Fixtures/HeapTrials/confined.c \
        "-L$target_root$libraries" "-Wl,-rpath,$libraries" -lswiftCore || return 1
    make_machine "$place" confined "$work/release/liboutlive_heap.so" "$work/confined-trial"
    run_machine kernel "$place" "$found" || return 1
    grep -a '^differs' "$found/console" && return 1
    echo "$(grep -ac '^same' "$found/console") ways"
}

# With pages of 16 KiB the tier and inspections of a process refuse, and core files are read.
check_pages() {
    local scenario place=$work/pages found=$work/pages-files status=0 console=$work/pages-files/console
    make_machine "$place" pages "$work"/release/* "$work/inspect"
    run_machine kernel-16k "$place" "$found" || return 1
    [ "$(grep -ac 'is not watched: this kernel has pages of 16384 bytes, and the tier needs 4096' "$console")" = 4 ] &&
        [ "$(grep -ac '^failed: this kernel has pages of 16384 bytes' "$console")" = 4 ] || {
        cat "$console"
        status=1
    }
    for scenario in kinds tasks references captures; do
        take_snapshot "$scenario" "$found/$scenario-preload.olheap" || return 1
        "$outlive" census "$found/$scenario-core" --sysroot "$place" --graph "$found/$scenario-here.olheap" >/dev/null ||
            status=1
        for name in core here; do
            expect_types "$scenario, $name" "$found/$scenario-preload.olheap" "$found/$scenario-$name.olheap" ||
                status=1
        done
    done
    echo "2 refusals, and the objects of 4 scenarios from the core file, there and here"
    return "$status"
}
