# needs: clang
# vfork, plain and in a program with the Swift runtime
. "$HERE/build"
each vfork.c
