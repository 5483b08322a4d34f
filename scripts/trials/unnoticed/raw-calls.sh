# needs: clang
# memory, files, forks and exits by bare system calls
. "$HERE/build"
for way in fork clone exit group default; do each raw.c "$way"; done
