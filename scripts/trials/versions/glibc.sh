# shellcheck shell=bash
# Compares the live blocks of a program with those that an inspection finds, under the glibc of releases of Debian. Prints a
# row for each version. Run by scripts/trial versions: glibc.sh FOLDER SUITE...
set -euo pipefail
# shellcheck source=../../lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../lib/setup.sh"
cd "$root"
folder=$1
suites=("${@:2}")
# shellcheck source=../../lib/debian.sh
. "$root/scripts/lib/debian.sh"

# Programs for the oldest version run under all.
base=$folder/base
unpack "${suites[0]}" "$base" libc6 libc6-dev linux-libc-dev libcrypt-dev
for name in lib lib64; do [ -e "$base/$name" ] || ln -s "usr/$name" "$base/$name"; done
find "$base" -type l -lname '/*' | while read -r link; do ln -sfn "$base$(readlink "$link")" "$link"; done
quietly clang "--sysroot=$base" --gcc-toolchain=/usr -static-libgcc -D_GNU_SOURCE -std=gnu17 -O1 -o "$folder/blocks" \
    Tests/Fixtures/InspectTrials/blocks.c -lpthread || give_up "the program does not build for ${suites[0]}; see above"

folders=
for suite in "${suites[@]}"; do
    unpack "$suite" "$folder/root-$suite" libc6
    library=$(find "$folder/root-$suite" -name libc.so.6 | head -n 1)
    version=$(strings "$library" | sed -n 's/^GNU C Library .* release version \([0-9.]*[0-9]\).*/\1/p')
    mkdir "$folder/glibc-$version"
    cp -L "$(dirname "$library")"/*.so.* "$folder/glibc-$version/"
    ln -s ld-linux-x86-64.so.2 "$folder/glibc-$version/loader"
    ln -s ../blocks "$folder/glibc-$version/blocks"
    folders+=${folders:+:}$folder/glibc-$version
done
status=0
OUTLIVE_GLIBC_FOLDERS=$folders swift test --filter 'HeapWalkTests.*another.version' >"$folder/log" 2>&1 || status=1
[ "$(grep -c '^glibc-' "$folder/log")" = ${#suites[@]} ] || status=1
[ "$status" = 0 ] || cat "$folder/log" >&2
grep '^glibc-' "$folder/log" | sort -V || true
exit "$status"
