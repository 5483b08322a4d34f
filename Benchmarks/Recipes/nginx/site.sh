# shellcheck shell=sh
# The pristine site. Sourced, not run.

# Writes the configuration and the content as they are at a launch.
write_site() { # DIR PORT GENERATION
    rm -rf "$1/content" "$1/site"
    mkdir "$1/content" "$1/site"
    for page in 1 2 3 4 5 6 7 8 9; do echo "This is page $page." >"$1/content/page-$page.txt"; done
    # The part of the site that an editor changes.
    printf '%s\n' 'location = /greeting { return 200 "welcome\n"; }' >"$1/site/greeting.conf"
    cat >"$1/nginx.conf" <<END
worker_processes 2;
pid $1/nginx.pid;
error_log stderr error;
events {}
http {
    access_log off;
    client_body_temp_path $1/body;
    proxy_temp_path $1/proxy;
    fastcgi_temp_path $1/fastcgi;
    uwsgi_temp_path $1/uwsgi;
    scgi_temp_path $1/scgi;
    server {
        listen 127.0.0.1:$2;
        root $1/content;
        dav_methods PUT DELETE;
        autoindex on;
        autoindex_format json;
        location = /generation/$3 { return 204; }
        include $1/site/*.conf;
    }
}
END
}

# Prints the ids of the current worker processes.
workers() { # DIR
    cat "/proc/$(cat "$1/nginx.pid")/task/"*/children
}

# Makes nginx reload its configuration, and waits until no old worker is left that could answer.
reload() { # DIR
    old=$(workers "$1")
    kill -HUP "$(cat "$1/nginx.pid")"
    for worker in $old; do
        while kill -0 "$worker" 2>/dev/null; do sleep 0.005; done
    done
}
