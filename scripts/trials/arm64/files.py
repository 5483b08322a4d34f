"""Writes the files that the virtual machine of scripts/trial arm64 printed to its console: files.py CONSOLE FOLDER."""

import base64
import gzip
import pathlib
import re
import sys

console, folder = map(pathlib.Path, sys.argv[1:])
text = console.read_bytes().replace(b"\r", b"")
for name, content in re.findall(rb"BEGIN-FILE (\S+)\n(.*?)END-FILE", text, re.S):
    (folder / name.decode()).write_bytes(gzip.decompress(base64.b64decode(content)))
