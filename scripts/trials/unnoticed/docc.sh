# needs: docc
# a Swift program: documentation made from a folder
mkdir -p name.docc && printf '# Name\n\nText.\n' >name.docc/name.md
docc convert name.docc --fallback-display-name name --fallback-bundle-identifier name --output-path out 2>/dev/null | sed 's/[0-9.]* *s\b//'
find out -type f -name '*.json' | sort
docc nonsense
