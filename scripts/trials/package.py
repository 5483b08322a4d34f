"""Installs the packages of `scripts/package` in a clean Debian 12 without a toolchain, and tries them there.

Doctor, run, census, a recipe, man pages, completions, the folder moved elsewhere. Needs root and a network.
"""

import platform
import re
import shutil
import subprocess

from .table import Checks
from .tools import FIXTURES, ROOT, compile_swift, folder, need, need_root, quietly, say, scratch

TRUTH = "the packages in a clean Debian 12 against what they promise"
MINUTES = 25
INSTALL = "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends"

PLATFORMS = (ROOT / "Sources/Application/Outlive/Outlive.docc/Platforms.md").read_text()
STATED = re.search(rf"{platform.machine()}, made .* glibc (\S+), libstdc", PLATFORMS).group(1)

CHECKS = [
    ("the package installs with what it depends on", 0, "Setting up outlive", "sh", f"""
        apt-get -qq update && {INSTALL.replace("-qq ", "")} /root/outlive_*.deb"""),
    ("it needs the glibc that the article states", 0, rf"libc6 \(>= {re.escape(STATED)}\)", "sh", "dpkg -s outlive"),
    ("the version names the commit", 0, r"^[0-9.]+ \(commit [0-9a-f]{7,}", "sh", "outlive --version"),
    ("doctor finds what works here", 0, "/usr/lib/liboutlive_heap.so", "sh", "outlive doctor"),
    ("run watches a program by the installed library", 0, r"\bOrderBook\b", "sh", """
        cd /root && outlive run -- ./orders </dev/null"""),
    ("census reads a process that knows nothing of it", 0, r"orders\.", "sh", """
        cd /tmp && mkfifo in out || exit
        /root/orders <in >out & exec 7>in 8<out; read -r line <&8
        outlive census $!; status=$?; kill $!; exit $status"""),
    ("a wrong recipe is refused with the names of all", 64, "nginx, postgres, redis", "sh", "outlive bench mysql"),
    ("a recipe measures a daemon", 0, r"all arms are equivalent to relaunch: (\d+) of \1 checks", "sh", f"""
        {INSTALL} redis-server procps >/dev/null 2>&1
        outlive bench redis --pairs 6 --soak 5"""),
    ("each command has a man page", 0, "^outlive-watch.1.gz", "sh", """
        cd /usr/share/man/man1 && test $(ls outlive*.gz | wc -l) -ge 15 && ls"""),
    ("bash completes commands", 0, "census", "bash", """
        . /usr/share/bash-completion/completions/outlive
        COMP_WORDS=(outlive ce); COMP_CWORD=1; COMP_LINE="outlive ce"; COMP_POINT=10
        _outlive outlive ce outlive; echo "${COMPREPLY[@]}" """),
    ("fish completes commands, and zsh reads its completions", 0, "census", "sh", f"""
        {INSTALL} fish zsh >/dev/null 2>&1
        zsh -n /usr/share/zsh/site-functions/_outlive && fish -c 'complete -C "outlive ce"'"""),
    ("the folder of the archive works anywhere", 0, "/opt/elsewhere/lib/liboutlive_heap.so", "sh", """
        apt-get -qq remove -y outlive >/dev/null 2>&1; tar -C /opt -xzf /root/outlive-*.tar.gz
        mv /opt/outlive-* /opt/elsewhere
        /opt/elsewhere/bin/outlive doctor"""),
]


def add_options(parser):
    parser.add_argument("folder", nargs="?", type=folder, metavar="DIR",
                        help="has the packages (default: they are made)")


def run(options):
    need_root()
    need("debootstrap")
    checks = Checks()
    with scratch() as place:
        packages = options.folder or place / "packages"
        if not options.folder:
            quietly(ROOT / "scripts/package", packages, otherwise="the packages cannot be made")
        root = place / "root"
        say("making a Debian 12")
        quietly("debootstrap", "--variant=minbase", "bookworm", root, otherwise="no Debian can be made")
        try:
            quietly("mount", "-t", "proc", "proc", root / "proc")
            quietly("mount", "--bind", "/dev", root / "dev")
            # Its services are not to start.
            (root / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
            (root / "usr/sbin/policy-rc.d").chmod(0o755)
            own = quietly("dpkg", "--print-architecture").strip()
            for file in [*packages.glob(f"outlive_*_{own}.deb"), *packages.glob(f"outlive-*-{platform.machine()}.tar.gz")]:
                shutil.copy(file, root / "root")
            orders = FIXTURES / "InspectTrials/orders.swift"
            compile_swift(root / "root/orders", orders, "orders", "-g", "-O", "-static-stdlib")
            for what, status, pattern, shell, script in CHECKS:
                checks.expect(
                    what, status, pattern, "chroot", root, "/usr/bin/env", "-i",
                    "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", shell, "-c", script)
        finally:
            for name in "dev", "proc":
                subprocess.run(["umount", root / name], stderr=subprocess.DEVNULL, check=False)
    print(checks.table)
    return checks.met
