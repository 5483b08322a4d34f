# needs: dash
# a shell without job control that signals end
dash -c 'set -e; cat <<END; (echo sub; exit 4) || echo $?; trap "echo bye" EXIT; exec 3>&1; echo three >&3
text
END'
echo "$?"
for signal in HUP INT QUIT TERM USR2 ALRM PIPE; do dash -c "kill -$signal \$\$"; echo "$signal $?"; done
