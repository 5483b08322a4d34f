# shellcheck shell=bash
# The roots and programs of run.sh, which sources it.

# shellcheck source=../../lib/arm64.sh
. "$root/scripts/lib/arm64.sh"

prepare_roots() {
    local tool
    for tool in qemu-aarch64-static qemu-system-aarch64 cpio; do
        command -v "$tool" >/dev/null || install_packages qemu-user-static qemu-system-arm cpio || true
        command -v "$tool" >/dev/null || give_up "$tool is missing"
    done
    # Two runs would remove each other's entry for the emulator.
    exec 9<"$(command -v qemu-aarch64-static)"
    flock -n 9 || give_up "another run of scripts/trial arm64 has not ended"
    prepare_compiler
    [ -e "$cache/kernel-16k/complete" ] || {
        say "downloading kernels ..."
        architecture=arm64
        unpack sid "$cache/kernel" "$(apt_kernel cloud-arm64)"
        unpack sid "$cache/kernel-16k" "$(apt_kernel arm64-16k)"
        touch "$cache/kernel-16k/complete"
    }
}

# Prints the package of the newest kernel of a flavour.
apt_kernel() { # FLAVOUR
    local state
    state=$(packages_of sid)
    apt-cache -o "Dir::State=$state" -o "Dir::State::status=$state/status" -o "Dir::Cache=$state" \
        -o "Dir::Etc::SourceList=$state/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o APT::Architecture=arm64 -o APT::Architectures=arm64 search --names-only "^linux-binary-[0-9][^-]*-$1\$" |
        cut -d ' ' -f 1 | sort -V | tail -n 1
}

# Lets the kernel start programs for aarch64 by the emulator. `handler` is what to remove at the end.
register_emulator() {
    local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
    local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
    handler=
    [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc ||
        give_up "the kernel has no binfmt_misc, by which it starts programs of another processor"
    [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || {
        handler=outlive-aarch64
        # That of a run that was killed.
        [ ! -e "/proc/sys/fs/binfmt_misc/$handler" ] || echo -1 >"/proc/sys/fs/binfmt_misc/$handler"
        echo ":$handler:M::$magic:$mask:$(command -v qemu-aarch64-static):OPF" >/proc/sys/fs/binfmt_misc/register
    }
    export QEMU_LD_PREFIX=$target_root
}

# Compiles Swift sources of the repository for aarch64 with options, and links them; with a static standard library if
# `linking` is `static`.
linking=
build_swift() { # OUTPUT MODULE FOLDER OPTION...
    local output=$1 module=$2 sources=$3 objects=$compiler_root/build/$2 beside=$libraries
    local arguments=("-Wl,-rpath,$libraries" -lswiftCore -lstdc++ -lm)
    shift 3
    rm -rf "$objects"
    mkdir -p "$objects"
    if [ "$linking" = static ]; then
        beside=${libraries/swift\/linux/swift_static\/linux}
        arguments=("@$target_root$beside/static-stdlib-args.lnk")
    fi
    quietly chroot "$compiler_root" env HOME=/build TMPDIR=/build bash -c "cd /build/$module && swiftc -swift-version 6 \
        -target aarch64-unknown-linux-gnu -sdk /target -resource-dir /target${beside%/linux} -parse-as-library -g \
        -emit-object -module-name $module ${linking:+-static-stdlib} $* /source/$sources/*.swift" ||
        give_up "$sources does not build; see above"
    swift-autolink-extract "$objects"/*.o -o "$objects/libraries"
    quietly "${clang_target[@]}" "$target_root$beside/aarch64/swiftrt.o" "$objects"/*.o ${tier[@]+"${tier[@]}"} \
        "@$objects/libraries" "-L$target_root$beside" "${arguments[@]}" -o "$output" ||
        give_up "$sources does not link; see above"
}

# The fixture with the tier linked in, and a static standard library.
build_linked() { # OUTPUT
    local source linking=static tier=()
    mkdir "$work/tier"
    for source in Sources/Heap/COutlive{Heap,Objects}/*/*.c Sources/Application/COutlive/outl_{cfi,image,stack,stack_table,unwind,walk}.c; do
        tier+=("$work/tier/${source//\//-}.o")
        quietly "${clang_target[@]}" -c -std=gnu17 -O2 -D_GNU_SOURCE -ISources/Heap/COutliveObjects \
            -ISources/Heap/COutliveHeap{,/include} -ISources/Application/COutlive{,/include} \
            -o "$work/tier/${source//\//-}.o" "$source" || give_up "$source does not build; see above"
    done
    build_swift "$1" heap_fixture Tests/Fixtures/HeapFixture -O
}

build_programs() {
    local configuration
    say "building the programs ..."
    mkdir "$work"/{debug,release,linked,command}
    build_swift "$work/debug/heap-fixture" heap_fixture Tests/Fixtures/HeapFixture -Onone
    build_swift "$work/release/heap-fixture" heap_fixture Tests/Fixtures/HeapFixture -O
    build_swift "$work/debug/leak-patterns" leak_patterns Tests/Fixtures/LeakPatterns -Onone
    build_linked "$work/linked/heap-fixture"
    for configuration in debug release; do
        build_tier "$work/$configuration" "$configuration"
    done
    quietly "${clang_target[@]}" -O1 -std=gnu17 -D_GNU_SOURCE -ISources/Heap/COutliveObjects \
        -ISources/Heap/COutliveInspect -ISources/Heap/COutliveInspect/include -o "$work/inspect" \
        Tests/Fixtures/InspectTrials/inspect.c Sources/Heap/COutlive{Inspect,Objects}/*/*.c ||
        give_up "the inspection does not build; see above"
    quietly swift build --build-tests || give_up "the tests do not build; see above"
    scripts/heap-library debug >/dev/null
    outlive=$(swift build --show-bin-path)/outlive
}
