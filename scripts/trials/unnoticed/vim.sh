# needs: vim
# an editor without a screen
seq 1 100 >text
vim -Nu NONE -n -es -c '%s/1/one/g' -c 'g/5/d' -c 'wq' text
echo "$?"
sha256sum text
