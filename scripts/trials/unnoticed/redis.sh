# needs: redis-server
# needs: redis-cli
# a server with jemalloc that forks to save
redis-server --port 0 --unixsocket "$PWD/socket" --dir "$PWD" --save '' --appendonly no >log &
server=$!
ask() { redis-cli -s "$PWD/socket" "$@"; }
until ask ping >/dev/null 2>&1; do sleep 0.05; done
ask set key value && ask get key && ask eval 'return {1, 2, 3}' 0 && ask debug populate 1000 && ask dbsize
ask bgsave && until ask info persistence | grep -q 'rdb_bgsave_in_progress:0'; do sleep 0.05; done
ask info persistence | grep rdb_last_bgsave_status
kill -TERM "$server"
wait "$server"
