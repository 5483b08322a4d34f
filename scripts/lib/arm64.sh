# shellcheck shell=bash
# Builds for aarch64 on x86_64, by Debian's Swift. Sourced after setup.sh, not run, by a shell with mounts of its own.
# Uses `cache`, the folder that keeps the downloads.
# shellcheck disable=SC2034,SC2154  # `architecture` is for debian.sh; `root` and `cache` are set by others.

swift_version=6.2.3
folder=$cache
# shellcheck source=debian.sh
. "$root/scripts/lib/debian.sh"
compiler_root=$cache/compiler # Debian's Swift for this machine, which cross-compiles.
target_root=$cache/target     # Its libraries for aarch64, and glibc 2.41, whose heap inspections know.
libraries=/usr/libexec/swift/lib/swift/linux

prepare_compiler() {
    mkdir -p "$cache"
    # Two runs would download into the same folders; a run inside of another one has its lock.
    if [ "${OUTLIVE_ARM64_CACHE:-}" != "$cache" ]; then
        exec 8<"$cache"
        flock -n 8 || give_up "another build for aarch64 uses $cache"
        export OUTLIVE_ARM64_CACHE=$cache
    fi
    [ -e "$cache/complete" ] && [ -e "$target_root/usr/lib/aarch64-linux-gnu/libjemalloc.so.2" ] || {
        say "downloading Debian's Swift $swift_version ..."
        make_compiler_root
        make_target_root
        touch "$cache/complete"
    }
    # The driver of the compiler looks for both below the SDK.
    ln -sfn ../libexec/swift/lib/swift "$target_root/usr/lib/swift"
    ln -sfn ../libexec/swift/lib/swift_static "$target_root/usr/lib/swift_static"
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
    local package
    rm -rf "$target_root"
    make_folders "$target_root"
    architecture=arm64
    download trixie install -y --no-install-recommends --download-only \
        libc6-dev libstdc++-14-dev libunwind8 libcurl4t64 busybox-static
    extract "$(packages_of trixie)/archives" "$target_root"
    unpack trixie "$target_root" libjemalloc2 libmimalloc3
    unpack sid "$target_root" libswiftlang libxml2-16
    # Of the compiler only its modules.
    download sid download swiftlang
    for package in "$(packages_of sid)"/swiftlang_*.deb; do
        dpkg-deb --fsys-tarfile "$package" |
            tar -x --keep-directory-symlink -C "$target_root" --wildcards './usr/libexec/swift/lib/*'
        rm -f "$package"
    done
}

# Builds a package that lies in the root of the compiler; with a static standard library if `linking` is `static`.
linking=
build_package() { # FOLDER OPTION...
    local beside=$libraries options=()
    if [ "$linking" = static ]; then
        beside=${libraries/swift\/linux/swift_static\/linux}
        options=(--static-swift-stdlib -Xlinker -s) # Without symbols, as installed.
    fi
    sed "s|RESOURCES|/target${beside%/linux}|; s|LIBRARIES|/target$beside|; ${linking:+/-rpath/d}" \
        "$root/scripts/lib/arm64.json" >"$compiler_root/build/destination.json"
    chroot "$compiler_root" env HOME=/build TMPDIR=/build OUTLIVE_TEST_TARGETS= \
        OUTLIVE_COMMIT="${OUTLIVE_COMMIT:-}" PATH=/usr/libexec/swift/bin:/usr/bin \
        bash -c 'cd "/build/$0" && swift build --destination /build/destination.json "$@"' \
        "$@" ${options[@]+"${options[@]}"}
}

# Builds products of this package with the dependencies that a build for this machine has fetched.
checkouts=.build/checkouts
build_products() { # FOLDER CONFIGURATION PRODUCT...
    local package=$compiler_root/build/command name
    mkdir -p "$package"
    for name in Sources Tests Plugins Benchmarks; do ln -sfn "/source/$name" "$package/$name"; done
    # Without the dependencies of the trait Lifecycle, which is off.
    sed -E 's|\.package\(url: "[^"]*/([^"/]*)", exact: [^)]*\)|.package(path: "/source/'"$checkouts"'/\1")|
        /, from: "|condition: lifecycle/d' "$root/Package.swift" >"$package/Package.swift"
    for name in "${@:3}"; do
        quietly build_package command -c "$2" --product "$name" || return 1
        cp "$package/.build/aarch64-unknown-linux-gnu/$2/$name" "$1"
    done
}

# Builds the library of the heap tier.
build_tier() { # FOLDER CONFIGURATION
    OUTLIVE_CLANG_OPTIONS="${clang_target[*]:1}" OUTLIVE_LIBRARY_FOLDER=$1 "$root/scripts/heap-library" "$2" >/dev/null
}
