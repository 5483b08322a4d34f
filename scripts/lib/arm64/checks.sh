# shellcheck shell=bash
# The checks of scripts/arm64, which sources it. The last line that a check prints is its figure.

# Runs tests of this machine against programs for aarch64, and prints the number of tests.
run_tests() { # FOLDER-OF-PROGRAMS ARGUMENT...
    local output status=0
    output=$(OUTLIVE_EMULATED_PROGRAMS=$1 swift test --disable-xctest --skip-build "${@:2}" 2>&1) || status=$?
    [ "$status" = 0 ] || printf '%s\n' "$output"
    printf '%s\n' "$output" | sed -n 's/.*Test run with \([0-9]* tests*\) in .*/\1/p'
    return "$status"
}

check_callers() {
    local trial
    "${clang_target[@]}" -O1 -fno-builtin -fno-omit-frame-pointer -std=gnu17 -D_GNU_SOURCE -ISources/Heap/COutliveHeap \
        -ISources/Heap/COutliveObjects -ISources/Application/COutlive{,/include} -o "$work/frames" \
        Tests/Fixtures/HeapTrials/frames.c Sources/Application/COutlive/outl_{cfi,unwind,walk}.c -lpthread
    for trial in walks whole rules damage threads; do
        [ "$("$work/frames" "$trial")" = ok ] || { "$work/frames" "$trial" || true; return 1; }
    done
    echo "5 trials"
}

check_kinds() {
    OUTLIVE_HEAP_PROGRAMS=$work/debug/heap-fixture:$work/release/heap-fixture \
        run_tests "$work/debug" --filter 'OutliveCaptureTests.ExactnessTests.*heavy.churn'
}

# Without tests that build Swift programs, use sanitizers or instructions of x86_64, and those that the emulator cannot
# serve: it has stacks and stack pointers of its own. Names of standard functions and types are those of Swift 6.3.
check_capture() {
    run_tests "$work/debug" \
        --filter 'OutliveCaptureTests.(Amount|Capture|Census|Collection|Content|Function|Graph|Layout|Module|Moves|Sampling|TaskState)Tests' \
        --skip 'name.that.is.too.long|of.a.thread..hold.objects|stack.of.the.first.thread|no.race.and.no.access' \
        --skip 'resume.function|taken.apart|has.a.named.function'
}

check_patterns() {
    local heap=$work/patterns type cut trace found=0 status=0
    mkdir -m 700 "$heap"
    env LD_PRELOAD="$work/debug/liboutlive_heap.so" OUTLIVE_HEAP="$heap" OUTLIVE_HEAP_EXIT=0 "$work/debug/leak-patterns" \
        >"$work/patterns.tsv"
    while IFS=$'\t' read -r type cut; do
        trace=$("$outlive" heap "$heap"/*-request-1.olheap --type "leak_patterns.$type" --trace)
        if grep -q "5 leak_patterns.$type" <<<"$trace" && grep -F -- '<- cut here' <<<"$trace" | grep -qF -- "$cut"; then
            found=$((found + 1))
        else
            printf '%s: %s is not what the trace marks\n%s\n' "$type" "$cut" "$trace"
            status=1
        fi
    done <"$work/patterns.tsv"
    echo "$found of 20 patterns"
    [ "$found" = 20 ] && return "$status"
}

# The registry without the command and what it depends on, in a package of its own.
check_registry() {
    local package=$compiler_root/build/registry output status=0
    mkdir -p "$package"
    cp scripts/lib/arm64/registry.swift "$package/Package.swift"
    ln -s /source/Sources "$package/Sources"
    ln -s /source/Tests "$package/Tests"
    sed "s|RESOURCES|$resources|; s|LIBRARIES|/target$libraries|" scripts/lib/arm64/destination.json \
        >"$compiler_root/build/destination.json"
    # Debian's package lacks the library that an overlay of Testing and Foundation would link.
    chroot "$compiler_root" env HOME=/build TMPDIR=/build PATH=/usr/libexec/swift/bin:/usr/bin bash -c '
        cd /build/registry && swift build --build-tests --destination /build/destination.json \
            -Xswiftc -Xfrontend -Xswiftc -disable-cross-import-overlay-search'
    output=$("$package"/.build/aarch64-unknown-linux-gnu/debug/RegistryPackageTests.xctest \
        --testing-library swift-testing --no-parallel 2>&1) || status=$?
    [ "$status" = 0 ] || printf '%s\n' "$output"
    printf '%s\n' "$output" | sed -n 's/.*Test run with \([0-9]* tests*\) in .*/\1/p'
    return "$status"
}

check_machine() {
    local scenario name result columns status=0 place=$work/machine
    mkdir -p "$place"/{bin,proc,sys,dev,tmp,trial,lib,"$libraries"} "$place/usr/lib/aarch64-linux-gnu"
    cp "$target_root/usr/bin/busybox" "$place/bin/"
    ln -s busybox "$place/bin/sh"
    ln -s /usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1 "$place/lib/"
    cp -a "$target_root$libraries"/*.so "$place$libraries/"
    for name in ld-linux-aarch64.so.1 libc.so.6 libm.so.6 libgcc_s.so.1 libstdc++.so.6 libcurl.so.4 libxml2.so.16; do
        cp -L "$target_root/usr/lib/aarch64-linux-gnu/$name" "$place/usr/lib/aarch64-linux-gnu/"
    done
    cp "$work"/release/* "$work/inspect" "$place/trial/"
    cp scripts/lib/arm64/init "$place/init"
    (cd "$place" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/machine.gz"
    quietly timeout 600 qemu-system-aarch64 -M virt -cpu max,pauth-impdef=on -m 2560 -smp 2 -display none -monitor none -nic none -no-reboot \
        -kernel "$(find "$cache/kernel/" -name vmlinuz)" -initrd "$work/machine.gz" \
        -append "console=ttyAMA0 quiet panic=1" -serial "file:$work/console" </dev/null || return 1
    python3 scripts/lib/arm64/files.py "$work/console" "$work"
    grep -a '^failed\|^glibc' "$work/console" || true
    for scenario in kinds tasks references captures; do
        "$outlive" census "$work/$scenario-core" --sysroot "$place" --graph "$work/$scenario-here.olheap" >/dev/null || return 1
        for name in preload attached core here; do
            "$outlive" heap "$work/$scenario-$name.olheap" --export "heapsnapshot=$work/$name.heapsnapshot" >/dev/null
        done
        for name in attached core here; do
            result=$(python3 scripts/lib/compare-snapshots.py "$work/preload.heapsnapshot" "$work/$name.heapsnapshot" \
                2>"$work/differences") || true
            # Objects that are missing, extra or renamed, and missing references. Words of freed frames are extra ones.
            read -r -a columns <<<"$result"
            [ "${columns[*]:1:3}${columns[5]:-}" = "0 0 00" ] || {
                printf '%s, %s: %s\n%s\n' "$scenario" "$name" "$result" "$(cat "$work/differences")"
                status=1
            }
        done
    done
    echo "the objects of 4 scenarios, attached, from the core file there and here"
    return "$status"
}
