# needs: plutil
# a Swift program: property lists
echo '{"b": [1, 2.5, true], "a": {"c": "text"}}' >list.json
plutil -convert xml1 -o - list.json
plutil -convert binary1 -o list.plist list.json && plutil -p list.plist
plutil -lint nothing.plist
