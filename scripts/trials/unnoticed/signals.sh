# needs: clang
# every signal, handled, ignored, blocked and by default, plain and in a program with the Swift runtime
. "$HERE/build"
for way in handled blocked ignored; do each signals.c "$way"; done
for signal in HUP INT QUIT ILL TRAP ABRT BUS FPE USR1 SEGV USR2 PIPE ALRM TERM STKFLT XCPU XFSZ VTALRM PROF POLL PWR SYS; do
    each signals.c default "$(kill -l "$signal")"
done
