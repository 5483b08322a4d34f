# needs: gcc
# a compiler driver that starts others by vfork
cat >program.c <<'END'
#include <stdio.h>
int main(int count, char **arguments) { printf("%d %s\n", count, arguments[1]); return 21; }
END
gcc -O2 -pipe -Wall -o program program.c && ./program word
echo "$?"
gcc -S -o - program.c | sha256sum
echo 'int main(void) { return nothing; }' | gcc -x c -fsyntax-only -
