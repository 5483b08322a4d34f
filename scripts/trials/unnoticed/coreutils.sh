# sorting in threads, awk, sed, xargs, timeout, split
seq 1 300000 | sort -R --random-source=/dev/zero --parallel=4 | sort -n --parallel=4 | sha256sum
seq 1 1000 | awk '{ sum += $1 } END { print sum }' | sed 's/0/o/g'
seq 1 40 | xargs -P 4 -n 3 echo | sort
timeout 0.2 sleep 100
echo "$?"
seq 1 100 | split -l 30 - part. && wc -l part.*
env -i /bin/echo bare
nice -n 3 nohup sh -c 'exit 9' </dev/null
echo "$?"
