# shellcheck shell=bash
# The checks of run.sh, which sources it. The last line that a check prints is its figure.

# Prints the number of tests in the output of a run. Fails if there is none.
count_tests() { # OUTPUT
    local count
    count=$(sed -n 's/.*Test run with \([0-9]* tests*\) in .*/\1/p' <<<"$1")
    [ "${count%% *}" -gt 0 ] 2>/dev/null || { echo "no test ran"; return 1; }
    echo "$count"
}

# Runs tests of this machine against programs for aarch64, and prints the number of tests.
run_tests() { # FOLDER-OF-PROGRAMS ARGUMENT...
    local output status=0
    output=$(OUTLIVE_EMULATED_PROGRAMS=$1 swift test --disable-xctest --skip-build "${@:2}" 2>&1) || status=$?
    [ "$status" = 0 ] || printf '%s\n' "$output"
    count_tests "$output" || status=1
    return "$status"
}

check_callers() {
    local trial protection
    for protection in none standard; do
        "${clang_target[@]}" -O1 -fno-builtin -fno-omit-frame-pointer "-mbranch-protection=$protection" -std=gnu17 \
            -D_GNU_SOURCE -ISources/Heap/COutliveHeap -ISources/Heap/COutliveObjects \
            -ISources/Application/COutlive{,/include} -o "$work/frames" Tests/Fixtures/HeapTrials/frames.c \
            Sources/Application/COutlive/outl_{cfi,unwind,walk}.c -lpthread || return 1
        for trial in walks whole rules damage threads; do
            [ "$("$work/frames" "$trial")" = ok ] || { "$work/frames" "$trial" || true; return 1; }
        done
    done
    echo "5 trials, also with signed return addresses"
}

check_kinds() {
    OUTLIVE_HEAP_PROGRAMS=$work/debug/heap-fixture:$work/release/heap-fixture:$work/linked/heap-fixture \
        run_tests "$work/debug" --filter 'OutliveCaptureTests.ExactnessTests.*heavy.churn'
}

check_allocators() {
    local library number heap status=0 passed=()
    for library in "$target_root"/usr/lib/aarch64-linux-gnu/lib{jemalloc.so.2,mimalloc.so.[0-9]}; do
        heap=$work/probe-${library##*/}
        mkdir -m 700 "$heap"
        env LD_PRELOAD="$work/release/liboutlive_heap.so:${library#"$target_root"}" OUTLIVE_HEAP="$heap" \
            OUTLIVE_HEAP_PROBE=1 "$work/release/heap-fixture"
        grep -h "\"allocator\":\"${library##*/}\"" "$heap"/* || { cat "$heap"/*; return 1; }
        number=$(OUTLIVE_TEST_ALLOCATOR=${library#"$target_root"} OUTLIVE_HEAP_PROGRAMS=$work/release/heap-fixture \
            run_tests "$work/release" --filter 'OutliveCaptureTests.ExactnessTests.*heavy.churn') || status=1
        passed+=("${library##*/}: ${number##*$'\n'}")
        [ "$status" = 0 ] || printf '%s\n' "$number"
    done
    printf '%s\n' "${passed[@]}" | paste -sd '|' | sed 's/|/, /g'
    return "$status"
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
    cp scripts/trials/arm64/registry.swift "$package/Package.swift"
    ln -s /source/Sources "$package/Sources"
    ln -s /source/Tests "$package/Tests"
    # Debian's package lacks the library that an overlay of Testing and Foundation would link.
    build_package registry --build-tests -Xswiftc -Xfrontend -Xswiftc -disable-cross-import-overlay-search || return 1
    output=$("$package"/.build/aarch64-unknown-linux-gnu/debug/RegistryPackageTests.xctest \
        --testing-library swift-testing --no-parallel 2>&1) || status=$?
    [ "$status" = 0 ] || printf '%s\n' "$output"
    count_tests "$output" || status=1
    return "$status"
}
