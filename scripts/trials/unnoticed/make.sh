# needs: make
# jobs at once, and one that fails
printf 'all: %s\n%%.o:\n\t@sleep 0.01; echo $@ >$@\nbad: ; @kill -SEGV $$$$\n' "$(seq -f 'f%g.o' 1 40 | paste -sd' ' -)" >Makefile
make -j 4 && cat f*.o | sort | sha256sum
make bad
