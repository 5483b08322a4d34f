# needs: initdb
# needs: psql
# needs: setpriv
# a server of many processes with shared memory, as another user
# shellcheck source=../unprivileged.sh
. "$HERE/../../lib/unprivileged.sh"
mkdir data run && chmod 711 . && chmod 777 run
(exec_unprivileged nobody data initdb -D "$PWD/data" -A trust -U me --no-sync) >/dev/null || exit
(exec_unprivileged nobody data postgres -D "$PWD/data" -k "$PWD/run" -c listen_addresses= -c fsync=off) 2>log &
server=$!
ask() { psql -h "$PWD/run" -U me -d postgres -Atc "$1"; }
until ask 'select 1' >/dev/null 2>&1; do sleep 0.1; done
ask 'create table t as select generate_series(1, 100000) n; select sum(n) from t; vacuum analyze t'
ask 'select nothing'
echo "$?"
head -n 1 data/postmaster.pid | xargs kill -INT
wait "$server"
