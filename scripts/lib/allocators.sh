# shellcheck shell=bash
# Other allocators than glibc's, from Debian's packages. Sourced after setup.sh, not run.

allocator_names="jemalloc mimalloc tcmalloc"

allocator_package() { # NAME
    case "$1" in
        jemalloc) echo libjemalloc2 ;;
        mimalloc) apt-cache search --names-only '^libmimalloc[0-9.]*$' 2>/dev/null | cut -d ' ' -f 1 | sort -V | tail -n 1 ;;
        tcmalloc) apt-cache search --names-only '^libtcmalloc-minimal4' 2>/dev/null | cut -d ' ' -f 1 | head -n 1 ;;
        *) return 1 ;;
    esac
}

# Prints the path of an allocator's library, or fails if it is not installed.
find_allocator() { # NAME
    local pattern
    case "$1" in
        jemalloc) pattern='libjemalloc\.so\.2' ;;
        mimalloc) pattern='libmimalloc\.so\.[0-9.]*' ;;
        tcmalloc) pattern='libtcmalloc_minimal\.so\.4' ;;
        *) return 1 ;;
    esac
    ldconfig -p | sed -n "s/^[[:space:]]*$pattern .* => //p" | grep -m 1 .
}

# Installs an allocator if it is missing.
want_allocator() { # NAME
    local package
    find_allocator "$1" >/dev/null || {
        package=$(allocator_package "$1") && [ -n "$package" ] && install_packages "$package" &&
            find_allocator "$1" >/dev/null
    }
}

need_allocator() { # NAME
    want_allocator "$1" || give_up "$1 is missing and cannot be installed from here: apt-get install $(allocator_package "$1")"
}
