# needs: nginx
# needs: curl
# a master and workers, reloaded and stopped by signals
mkdir htdocs logs && echo page >htdocs/index.html && chmod 755 . htdocs
cat >conf <<END
daemon off; master_process on; worker_processes 2; pid $PWD/pid; error_log $PWD/errors; user root;
events {}
http { access_log off; server { listen unix:$PWD/socket; root $PWD/htdocs; location /no { return 404; } } }
END
nginx -p "$PWD" -c "$PWD/conf" -e "$PWD/errors" &
server=$!
ask() { curl -s --unix-socket socket --retry 50 --retry-delay 1 --retry-all-errors -o answer -w '%{http_code}\n' "http://localhost/$1"; }
ask index.html && cat answer
ask no
kill -HUP "$server" && ask index.html
kill -USR1 "$server" && ask index.html
kill -QUIT "$server"
wait "$server"
