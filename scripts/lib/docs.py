"""Checks the relative links of the Markdown files, and copies a DocC catalogue with links that DocC resolves.

docs.py ROOT CATALOGUE COPY

In the copy a link to an article of the catalogue is `doc:NAME#HEADING`, and a link to another file is that file's path as code.
"""

import os
import re
import sys

LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"^\s*```")


def outside_fences(text, change):
    """The text with `change` applied to every line outside of fenced code."""
    lines, fenced = [], False
    for number, line in enumerate(text.split("\n"), 1):
        if FENCE.match(line):
            fenced = not fenced
        lines.append(line if fenced else change(number, line))
    return "\n".join(lines)


def headings(path):
    """The headings of a file, by the fragment that a code host makes of each."""
    found = {}

    def collect(_, line):
        match = re.match(r"#+ (.*)", line)
        if match:
            title = match[1].strip()
            fragment = re.sub(r"[^\w\- ]", "", title.replace("`", "").lower()).replace(" ", "-")
            found[fragment] = title
        return line

    with open(path, encoding="utf-8") as file:
        outside_fences(file.read(), collect)
    return found


class Links:
    def __init__(self, root, catalogue):
        self.root, self.catalogue, self.broken = root, catalogue, []

    def resolved(self, file, number, target):
        """The absolute path and the heading's title that a relative link leads to; None for other links."""
        if re.match(r"[a-z][a-z+.-]*:", target):
            return None
        path, _, fragment = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(file), path)) if path else file
        place = f"{os.path.relpath(file, self.root)}:{number}"
        if not os.path.exists(path):
            self.broken.append(f"{place}: {target} leads to no file")
            return None
        if not fragment:
            return path, None
        title = headings(path).get(fragment) if path.endswith(".md") else None
        if title is None:
            self.broken.append(f"{place}: {target} leads to no heading")
            return None
        return path, title

    def check(self, file):
        """Resolves every link of a file."""
        self.rewritten(file)

    def rewritten(self, file):
        """The text of a file with links that DocC resolves."""

        def line(number, text):
            def link(match):
                found = self.resolved(file, number, match["target"])
                if found is None:
                    return match[0]
                path, title = found
                name, extension = os.path.splitext(os.path.basename(path))
                if os.path.dirname(path) != self.catalogue or extension != ".md":
                    shown = os.path.relpath(path, self.root)
                    return match["text"] if shown in match["text"] else f"{match['text']} (`{shown}`)"
                fragment = "#" + re.sub(r"\s+", "-", title) if title else ""
                return f"[{match['text']}](doc:{name}{fragment})"

            return LINK.sub(link, text)

        with open(file, encoding="utf-8") as source:
            return outside_fences(source.read(), line)


def main():
    root, catalogue, copy = (os.path.abspath(argument) for argument in sys.argv[1:])
    links = Links(root, catalogue)
    os.mkdir(copy)
    for name in sorted(os.listdir(catalogue)):
        with open(os.path.join(copy, name), "w", encoding="utf-8") as file:
            file.write(links.rewritten(os.path.join(catalogue, name)))
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "Tests")
        for name in sorted(names):
            if name.endswith(".md") and folder != catalogue:
                links.check(os.path.join(folder, name))
    for line in links.broken:
        print(line, file=sys.stderr)
    return 1 if links.broken else 0


if __name__ == "__main__":
    sys.exit(main())
