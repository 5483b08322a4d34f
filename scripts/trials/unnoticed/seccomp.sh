# needs: clang
# programs that forbid themselves system calls: strict, by thread, for all threads
. "$HERE/build"
for way in strict killed list "list all" "own 39" "own 257" "own 297" "prctl 202" "twice 297" "signal 13" "child 39" outlived \
    "inherited 272 bare" "inherited 272 own 39" "all 0" "all 257" "all 56" "all 9" "all 18"; do
    # shellcheck disable=SC2086
    each confined.c $way
done
