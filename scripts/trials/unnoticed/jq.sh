# needs: jq
# many small values
seq 1 20000 | jq -s 'map(. * 2) | add'
jq -n '[range(1000)] | group_by(. % 7) | map(length)' -c
echo '{' | jq .
