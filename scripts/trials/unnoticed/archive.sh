# needs: xz
# archives through threads and pipes
mkdir tree && for number in $(seq 1 200); do seq 1 "$number" >"tree/$number"; done
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - tree | xz -T 2 -c >tree.tar.xz
tar -tJf tree.tar.xz | wc -l
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - tree | gzip -n9 | sha256sum
tar -xJf tree.tar.xz -O tree/200 | bzip2 -c | bzip2 -dc | sha256sum
tar -xf nothing.tar
