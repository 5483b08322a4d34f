# pipes, traps, jobs and subshells
trap 'echo usr1' USR1
trap 'echo leaving; exit 3' TERM
for number in 1 2 3; do (exit "$number"); echo "$?"; done
seq 1 20000 | sort -rn | head -n 2 | paste -sd, -
false | true
echo "${PIPESTATUS[*]}"
{ sleep 0.1; echo late; exit 7; } &
wait $!
echo "$?"
kill -USR1 $BASHPID
coproc cat
echo through >&"${COPROC[1]}"
read -r line <&"${COPROC[0]}"
echo "$line"
sh -c 'kill -SEGV $$'
echo "$?"
kill -TERM $BASHPID
