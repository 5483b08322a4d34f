# shellcheck shell=bash
# The roots and programs of scripts/arm64, which sources it.

swift_version=6.2.3
compiler_root=$cache/compiler # Debian's Swift for this machine, which cross-compiles.
target_root=$cache/target     # Its libraries for aarch64, and glibc 2.41, whose heap inspections know.
libraries=/usr/libexec/swift/lib/swift/linux
resources=/target/usr/libexec/swift/lib/swift

prepare_roots() {
    local tool
    for tool in qemu-aarch64-static qemu-system-aarch64 cpio; do
        command -v "$tool" >/dev/null || install_packages qemu-user-static qemu-system-arm cpio || true
        command -v "$tool" >/dev/null || give_up "$tool is missing"
    done
    [ -e "$cache/complete" ] || {
        say "downloading Debian's Swift $swift_version and a kernel ..."
        make_compiler_root
        make_target_root
        touch "$cache/complete"
    }
    clang_target=(clang --target=aarch64-linux-gnu -fuse-ld=lld "--sysroot=$target_root"
        "-B$target_root/usr/lib/gcc/aarch64-linux-gnu/14" "-L$target_root/usr/lib/gcc/aarch64-linux-gnu/14")
    mkdir -p "$compiler_root"/{target,source,build}
    mount --bind "$target_root" "$compiler_root/target"
    mount --bind "$root" "$compiler_root/source"
    mount -t tmpfs build "$compiler_root/build"
    mount -t proc proc "$compiler_root/proc"
}

make_compiler_root() {
    rm -rf "$compiler_root"
    make_folders "$compiler_root"
    architecture=amd64
    download sid install -y --no-install-recommends --download-only \
        swiftlang libc6-dev libstdc++-14-dev bash coreutils binutils
    extract "$(packages_of sid)/archives" "$compiler_root"
    mknod -m 666 "$compiler_root/dev/null" c 1 3
    mknod -m 666 "$compiler_root/dev/urandom" c 1 9
}

make_target_root() {
    local kernel package
    rm -rf "$target_root"
    make_folders "$target_root"
    architecture=arm64
    download trixie install -y --no-install-recommends --download-only \
        libc6-dev libstdc++-14-dev libunwind8 libcurl4t64 busybox-static
    extract "$(packages_of trixie)/archives" "$target_root"
    unpack sid "$target_root" libswiftlang libxml2-16
    # Of the compiler only its modules.
    download sid download swiftlang
    for package in "$(packages_of sid)"/swiftlang_*.deb; do
        dpkg-deb --fsys-tarfile "$package" |
            tar -x --keep-directory-symlink -C "$target_root" --wildcards './usr/libexec/swift/lib/*'
        rm -f "$package"
    done
    ln -sfn ../libexec/swift/lib/swift "$target_root/usr/lib/swift"
    kernel=$(apt_kernel)
    unpack sid "$cache/kernel" "$kernel"
}

# Prints the package of the newest small kernel.
apt_kernel() {
    local state
    state=$(packages_of sid)
    apt-cache -o "Dir::State=$state" -o "Dir::State::status=$state/status" -o "Dir::Cache=$state" \
        -o "Dir::Etc::SourceList=$state/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o APT::Architecture=arm64 -o APT::Architectures=arm64 search --names-only '^linux-binary-[0-9].*-cloud-arm64$' |
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
        echo ":$handler:M::$magic:$mask:$(command -v qemu-aarch64-static):OPF" >/proc/sys/fs/binfmt_misc/register
    }
    export QEMU_LD_PREFIX=$target_root
}

# Compiles Swift sources of the repository for aarch64 with options, and links them.
build_swift() { # OUTPUT MODULE FOLDER OPTION...
    local output=$1 module=$2 sources=$3 objects=$compiler_root/build/$2
    shift 3
    rm -rf "$objects"
    mkdir -p "$objects"
    quietly chroot "$compiler_root" env HOME=/build TMPDIR=/build bash -c "cd /build/$module && swiftc -swift-version 6 \
        -target aarch64-unknown-linux-gnu -sdk /target -resource-dir $resources -parse-as-library -g -emit-object \
        -module-name $module $* /source/$sources/*.swift" || give_up "$sources does not build; see above"
    swift-autolink-extract "$objects"/*.o -o "$objects/libraries"
    quietly "${clang_target[@]}" "$target_root$libraries/aarch64/swiftrt.o" "$objects"/*.o "@$objects/libraries" \
        "-L$target_root$libraries" "-Wl,-rpath,$libraries" -lswiftCore -lstdc++ -lm -o "$output" ||
        give_up "$sources does not link; see above"
}

build_programs() {
    local configuration
    say "building the programs ..."
    mkdir "$work"/{debug,release}
    build_swift "$work/debug/heap-fixture" heap_fixture Tests/Fixtures/HeapFixture -Onone
    build_swift "$work/release/heap-fixture" heap_fixture Tests/Fixtures/HeapFixture -O
    build_swift "$work/debug/leak-patterns" leak_patterns Tests/Fixtures/LeakPatterns -Onone
    for configuration in debug release; do
        OUTLIVE_CLANG_OPTIONS="${clang_target[*]:1}" OUTLIVE_LIBRARY_FOLDER=$work/$configuration \
            scripts/heap-library "$configuration" >/dev/null
    done
    quietly "${clang_target[@]}" -O1 -std=gnu17 -D_GNU_SOURCE -ISources/Heap/COutliveObjects \
        -ISources/Heap/COutliveInspect -ISources/Heap/COutliveInspect/include -o "$work/inspect" \
        Tests/Fixtures/InspectTrials/inspect.c Sources/Heap/COutlive{Inspect,Objects}/*/*.c ||
        give_up "the inspection does not build; see above"
    quietly swift build --build-tests || give_up "the tests do not build; see above"
    scripts/heap-library debug >/dev/null
    outlive=$(swift build --show-bin-path)/outlive
}
