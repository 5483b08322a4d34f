# needs: clang
# threads that come and go, exit by pthread_exit, and one that ends the program
. "$HERE/build"
each threads.c
each threads.c leader
each threads.c exit
each threads.c quick
