"""Runs the cases of a leak corpus through Outlive's registry, or under its heap tier, and compares the verdicts.

Runs each case of the leak corpus in a process of its own, through the registry, and compares the verdict, the
survivors, their number and the registration backtrace with what the case states.

With --heap nothing is registered: the process runs under the preload library, with a census after each cycle. The
types of a leaky case's survivors have to be reported as leaks, with an allocation that names its function; of a case
that does not leak, no type of the corpus. What grew in libraries is listed. The last census has a graph: of a leaky
case the first finding's trace has to name one of the culprits that the case states. Those that do not are shown, and
the run disagrees when they are more than 5 % of the leaky cases.

With --attach nothing is preloaded either: the process is inspected from outside after each cycle, so no allocation
is known. The run agrees when the leaks of at least 95 % of the leaky cases are found, the first culprit is one of
the stated ones in at least 90 % of them, and no clean case is accused.

A case that crashes or hangs, and a run that selects no case, end with status 3, too.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import zlib

from .tools import (
    ROOT, CannotTry, add_allocator, add_configuration, add_keep, allocator_library, build, heap_library, number,
    program, say, setup)

TRUTH = "verdicts and suspects on programs with known leaks against what they state"
MINUTES = 3

# In a scratch package, so that neither the repository nor the corpus refers to the other and nothing is ever written
# into the corpus. The links give both packages a fixed identity, whatever the names of their directories.
MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "corpus-runner",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "leak-corpus"), .package(path: "outlive-checkout")],
    targets: [
        .executableTarget(
            name: "corpus-runner",
            dependencies: [
                .product(name: "LeakCorpus", package: "leak-corpus"),
                .product(name: "Outlive", package: "outlive-checkout"),
                .product(name: "OutliveHarness", package: "outlive-checkout"),
            ],
            packageAccess: false,
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
                // That of outlive-checkout, as the runner uses what Outlive declares `package`.
                .unsafeFlags(["-package-name", "outlive_checkout"]),
            ])
    ]
)
"""


def package(text):
    if not os.path.isfile(os.path.join(text, "Package.swift")):
        raise argparse.ArgumentTypeError(f"no Swift package at '{text}'; name the corpus with --corpus DIR")
    return pathlib.Path(text).resolve()


def add_options(parser):
    tier = parser.add_mutually_exclusive_group()
    tier.add_argument("--heap", action="store_true", help="the heap tier instead of the registry")
    tier.add_argument("--attach", action="store_true", help="inspections from outside instead of the registry")
    add_allocator(parser, "with --heap: preloaded instead of the C library's allocator")
    parser.add_argument(
        "--corpus", type=package, metavar="DIR", help="a checkout with the package product LeakCorpus (default: "
        "../shared/leak-corpus beside the repository)")
    parser.add_argument("--case", metavar="SUBSTRING", help="only the cases whose id contains it")
    parser.add_argument(
        "--cycles", type=number(3), default=10, metavar="N",
        help="resets per case, 3 or more, 4 with --heap or --attach (default: 10, 2 of them warm-up)")
    parser.add_argument("--report", "--format", choices=["text", "json"], default="text")
    parser.add_argument("--runner", type=program, help="a runner that is linked with the corpus already")
    add_keep(parser)
    add_configuration(parser, "the corpus", default="debug")
    parser.set_defaults(refuse=parser.error)


def run(options):
    in_heap = options.heap or options.attach
    # An object born in a cycle counts from the next cycle on.
    if in_heap and options.cycles < 4:
        options.refuse(f"growth of the heap needs 4 cycles; got --cycles {options.cycles}")
    if options.allocator and not options.heap:
        options.refuse("--allocator needs --heap")
    corpus = options.corpus or ROOT / "../shared/leak-corpus"
    if not (corpus / "Package.swift").is_file():
        raise CannotTry(f"no Swift package at '{corpus}'; name the corpus with --corpus DIR")
    setup("want_libunwind")
    command = [options.runner or build_runner(corpus.resolve(), options.configuration),
               "--configuration", options.configuration, "--cycles", options.cycles, "--format", options.report]
    if options.case is not None:
        command += ["--case", options.case]
    if options.keep:
        command += ["--keep", options.keep]
    if options.heap:
        command += ["--heap", heap_library(options.configuration)]
    if options.attach:
        command += ["--attach", "yes"]
    if in_heap:
        # A target's folder has the name of its module.
        for module in sorted(path for path in (corpus / "Sources").iterdir() if path.is_dir()):
            command += ["--module", module.name]
    # The runner preloads into the processes of the cases what it has in its own environment, behind the heap tier.
    preloaded = {"LD_PRELOAD": allocator_library(options.allocator)} if options.allocator else {}
    return subprocess.run(list(map(str, command)), env=os.environ | preloaded, check=False).returncode


def build_runner(corpus, configuration):
    """Builds the runner, linked with the corpus, and returns its path."""
    scratch = ROOT / ".build/corpus" / str(zlib.crc32(bytes(corpus)))
    (scratch / "Sources").mkdir(parents=True, exist_ok=True)
    for link, target in [("leak-corpus", corpus), ("outlive-checkout", ROOT),
                         ("Sources/corpus-runner", ROOT / "Benchmarks/CorpusRunner")]:
        (scratch / link).unlink(missing_ok=True)
        (scratch / link).symlink_to(target)
    (scratch / "Package.swift").write_text(MANIFEST)
    if sys.stderr.isatty():
        say(f"building the corpus ({configuration}) ...")
    # Neither manifests nor the plan come from a cache: files may have come and gone in both packages, which SwiftPM
    # does not detect in dependencies, and a manifest may depend on the sources that exist.
    return build("corpus-runner", configuration, scratch, "--manifest-cache", "none",
                 "--disable-build-manifest-caching")
