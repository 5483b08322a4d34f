# needs: sqlite3
# a database with its journal
sqlite3 base <<'END'
pragma journal_mode = wal;
create table t as with recursive c(n) as (select 1 union all select n + 1 from c where n < 50000) select n, hex(n) h from c;
create index i on t(h); select count(*), max(h) from t where h like '3%'; pragma integrity_check;
END
sqlite3 base 'select nothing'
