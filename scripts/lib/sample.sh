# shellcheck shell=bash
# Prepares the sample service for a measurement. Sourced after setup.sh, not run.
# shellcheck disable=SC2154  # `root` is that of setup.sh.

build() { # PRODUCT
    quietly swift build --package-path "$root" -c release --product "$1" || give_up "cannot build $1; see above"
}

# Builds the service and writes its data file. Sets `program`, `data`, and `data_count`, the number of notes in it.
prepare_sample() {
    build note-service
    program=$(swift build --package-path "$root" -c release --show-bin-path)/note-service
    data=$root/.build/outlive/notes.json
    data_count=20000
    # Rewrites the file if the program is newer, because its content may differ.
    if [ ! -s "$data" ] || [ "$program" -nt "$data" ]; then
        mkdir -p "$(dirname "$data")"
        "$program" generate --count "$data_count" --output "$data" || give_up "cannot write the sample's data file"
    fi
}
