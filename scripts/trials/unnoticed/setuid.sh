# needs: setpriv
# a program with rights of its own, where the loader refuses what is preloaded
nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
[ "$(id -u)" = 0 ] || nobody=()
cp "$(command -v cat)" cat && chmod 4755 cat && chmod 755 . && echo private >file && chmod 600 file
"${nobody[@]}" ./cat file
echo "$?"
"${nobody[@]}" cat file
echo "$?"
"${nobody[@]}" passwd -S root
echo "$?"
