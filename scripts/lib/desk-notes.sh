# shellcheck shell=bash
# Prepares the sample with windows and its UI tests. Sourced after setup.sh and display.sh, not run.
# shellcheck disable=SC2154  # `root` is that of setup.sh.

desk_notes=$root/Benchmarks/DeskNotes

# Builds the tests and their runner in debug, and the application itself in a CONFIGURATION. Sets `program`, `tests`
# and `ui_bench`, the paths of the three.
prepare_desk_notes() { # CONFIGURATION
    local built caches=${XDG_CACHE_HOME:-$HOME/.cache}
    # The compiler requires a writable folder for its caches.
    mkdir -p "$caches" 2>/dev/null && [ -w "$caches" ] || export XDG_CACHE_HOME=$desk_notes/.build/caches
    quietly swift build --package-path "$desk_notes" --build-tests || give_up "cannot build the UI tests; see above"
    built=$(swift build --package-path "$desk_notes" --show-bin-path)
    tests=$built/DeskNotesPackageTests.xctest
    ui_bench=$built/ui-bench
    if [ "$1" != debug ]; then
        quietly swift build --package-path "$desk_notes" -c "$1" --product desk-notes ||
            give_up "cannot build the application; see above"
        built=$(swift build --package-path "$desk_notes" -c "$1" --show-bin-path)
    fi
    program=$built/desk-notes
}
