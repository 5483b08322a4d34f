# needs: clang
# programs that forbid themselves system calls: strict, by thread, for all threads
. "$HERE/build"
for way in strict killed "errno 257" "own 257" "all 257" "all 56" "all 9" "all 18"; do
    # shellcheck disable=SC2086
    each confined.c $way
done
