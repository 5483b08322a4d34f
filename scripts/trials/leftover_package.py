"""Writes a package of two services and a test bundle that leave state behind in forty ways.

`lines` answers lines over TCP, `pages` over HTTP. Each is built by a reset host, and its work leaves everything
behind that its resets do not know. In the bundle each test leaves one thing.
"""

import collections

# Where it is planted, its kind, its declaration, what reads it, the change, and the subject that has to be named.
Leftover = collections.namedtuple("Leftover", "place kind declaration use change subject")
LINES, PAGES, BUNDLE = "Lines", "Pages", "Bundle"


def global_of(place, kind, owner, declaration, change, subject=None):
    """Returns a leftover in a static of an enum of its own."""
    name = declaration.split(":")[0].split("=")[0].split()[-1]
    return Leftover(place, kind, f"public enum {owner} {{ nonisolated(unsafe) public static {declaration} }}",
                    f"{owner}.{name} as Any", f"{owner}.{change}", subject or f"static {owner}.{name}")


# Types that several use.
TYPES = """\
public enum Tone: Sendable { case quiet, loud, shrill }
public enum Phase { case none, waiting(seconds: Int), done(Paper) }
public struct Options { public var theme = "light"; public var depth = 3; public var locale: String? }
public final class Paper: @unchecked Sendable { public var text = "blank"; public init() {} }
public final class Drawer { public var paper = Paper() }
public final class Holder<Value> { public var value: Value; init(_ value: Value) { self.value = value } }
public protocol Printer { var name: String { get } }
public struct Laser: Printer { public var name = "laser"; public init() {} }
public final class Plotter: Printer { public var name = "plotter"; var pages = 0 }
"""

LEFTOVERS = [
    global_of(LINES, "Bool", "Switches", "var isVerbose = false", "isVerbose = true"),
    global_of(LINES, "enum", "Volume", "var tone = Tone.quiet", "tone = .loud"),
    global_of(LINES, "optional", "Login", "var user: String?", 'user = "ann"'),
    Leftover(LINES, "struct in an actor",
             "public actor Ledger { public static let shared = Ledger(); var options = Options(); "
             'func leave() { options.theme = "dark" }; func read() -> String { options.theme } }',
             "await Ledger.shared.read()", "await Ledger.shared.leave()", "Ledger.shared.options.theme"),
    Leftover(LINES, "behind two references",
             "public final class Desk: @unchecked Sendable { public static let shared = Desk(); "
             "var drawer = Drawer() }",
             "Desk.shared.drawer.paper.text", 'Desk.shared.drawer.paper.text = "written"',
             "Desk.shared.drawer.paper.text"),
    Leftover(LINES, "C global", None, "leftover_lines()", "leftover_add_line()", "leftover_count"),
    Leftover(LINES, "environment", None, "1", 'setenv("LEFTOVER_MODE", "fast", 1)', "LEFTOVER_MODE"),
    Leftover(LINES, "locale", None, "1", 'setlocale(LC_ALL, "C.UTF-8")', "locale"),
    Leftover(LINES, "private global",
             "private nonisolated(unsafe) var attempts = 4\nfunc addAttempt() { attempts += 3 }\n"
             "func readAttempts() -> Int { attempts }", "readAttempts()", "addAttempt()", "attempts"),
    Leftover(LINES, "lazy global first used", "nonisolated(unsafe) var table = (0..<arguments).map { $0 * $0 }\n"
             "nonisolated(unsafe) var arguments = CommandLine.arguments.count", "1", "table.append(table.count)",
             "table"),
    global_of(LINES, "closure set", "Hooks", "var onLine: (() -> Void)?", "onLine = { print(Switches.isVerbose) }"),
    global_of(LINES, "generic", "Boxes", "var box = Holder(Options())", "box.value.depth = 9", "Boxes.box.value.depth"),
    Leftover(LINES, "task-local default",
             "enum Context { @TaskLocal static var paper = Paper() }", "Context.paper.text",
             'Context.$paper.get().text = "changed"', "Context.$paper"),
    Leftover(LINES, "held by a task alone",
             "final class Seen { var lines: [String] = [] }\n"
             "let (seenLines, seenInput) = AsyncStream.makeStream(of: String.self)\n"
             "@inline(never) func add(_ line: String, to seen: Seen) { seen.lines.append(line) }\n"
             "func watch() async { let seen = Seen(); for await line in seenLines { add(line, to: seen) } }\n"
             "let watcher = Task { await watch() }", "watcher.isCancelled", 'seenInput.yield("x")', "Seen.lines"),

    Leftover(PAGES, "dictionary",
             "final class Cache: @unchecked Sendable { static let shared = Cache(); var entries: [String: Int] = [:] }",
             "Cache.shared.entries.count", 'Cache.shared.entries["a"] = 1', "Cache.shared.entries"),
    global_of(PAGES, "array", "Journal", "var lines: [String] = []", 'lines = ["x"]'),
    global_of(PAGES, "set", "Visitors", "var ids: Set<Int> = [1]", "ids.insert(7)"),
    global_of(PAGES, "string", "Place", 'var name = "Basel"', 'name = "Bern on the river Aare"'),
    global_of(PAGES, "existential", "Devices", "var printer: any Printer = Laser()", "printer = Plotter()"),
    global_of(PAGES, "payload of an enum", "Job", "var phase = Phase.none", "phase = .waiting(seconds: 4)"),
    global_of(PAGES, "closure nil", "Filters", "var isShown: ((Int) -> Bool)? = { $0 > 0 }", "isShown = nil"),
    Leftover(PAGES, "behind a lock", "let names = Mutex<Set<String>>([])", "names.withLock(\\.count)",
             'names.withLock { _ = $0.insert("ann") }', "names"),
    Leftover(PAGES, "observer", "let note = Notification.Name(\"note\")", "NotificationCenter.default",
             "NotificationCenter.default.addObserver(forName: note, object: nil, queue: nil) { _ in }",
             "NotificationCenter.default"),
    Leftover(PAGES, "UserDefaults set", None, 'UserDefaults.standard.string(forKey: "theme") as Any',
             'UserDefaults.standard.set("dark", forKey: "theme")', "UserDefaults.standard.theme"),
    Leftover(PAGES, "UserDefaults registered", None, "1",
             'UserDefaults.standard.register(defaults: ["size": 12])', "UserDefaults.registered"),
    Leftover(PAGES, "UserDefaults of a suite", None, "1",
             'UserDefaults(suiteName: "shop.test")?.set(5, forKey: "visits")', "UserDefaults.shop.test.visits"),
    Leftover(PAGES, "URLCache", 'let page = URLRequest(url: URL(string: "http://example.com/")!)', "URLCache.shared",
             "URLCache.shared.storeCachedResponse(CachedURLResponse(response: HTTPURLResponse(url: page.url!, "
             "statusCode: 200, httpVersion: nil, headerFields: nil)!, data: Data([1])), for: page)", "URLCache.shared"),

    global_of(BUNDLE, "Bool", "Flags", "var beta = false", "beta = true"),
    global_of(BUNDLE, "payload of an enum", "State", "var phase = Phase.none", "phase = .done(Paper())"),
    global_of(BUNDLE, "optional", "Limits", "var most: Int?", "most = 3"),
    Leftover(BUNDLE, "struct in an actor",
             "public actor Bank { public static let shared = Bank(); var options = Options(); "
             "public func leave() { options.depth = 8 }; public func read() -> Int { options.depth } }",
             "await Bank.shared.read()", "await Bank.shared.leave()", "Bank.shared.options.depth"),
    Leftover(BUNDLE, "dictionary",
             "public final class Prices: @unchecked Sendable { public static let shared = Prices(); "
             "public var table: [String: Int] = [:] }", "Prices.shared.table.count", 'Prices.shared.table["tea"] = 3',
             "Prices.shared.table"),
    global_of(BUNDLE, "array", "Steps", "var taken: [Int] = [1]", "taken.append(2)"),
    global_of(BUNDLE, "closure set", "Handlers", "var onSave: (() -> Void)?", "onSave = {}"),
    global_of(BUNDLE, "existential", "Outputs", "var printer: (any Printer)?", "printer = Laser()"),
    Leftover(BUNDLE, "private global",
             "private nonisolated(unsafe) var page = 1\npublic func turnPage() { page += 1 }\n"
             "public func currentPage() -> Int { page }", "currentPage()", "turnPage()", "page"),
    Leftover(BUNDLE, "UserDefaults set", None, "1", 'UserDefaults.standard.set(true, forKey: "seen")',
             "UserDefaults.standard.seen"),
    Leftover(BUNDLE, "locale", None, "1", 'setlocale(LC_ALL, "C.UTF-8")', "locale"),
    Leftover(BUNDLE, "environment", None, "1", 'setenv("LEFTOVER_LEVEL", "3", 1)', "environment.LEFTOVER_LEVEL"),
    Leftover(BUNDLE, "observer", 'public let saved = Notification.Name("saved")', "NotificationCenter.default",
             "NotificationCenter.default.addObserver(forName: saved, object: nil, queue: nil) { _ in }",
             "NotificationCenter.default"),
]

PACKAGE = """\
// swift-tools-version: 6.2
import PackageDescription
let outlive = Target.Dependency.product(name: "Outlive", package: "Outlive")
let package = Package(
    name: "Leftovers",
    dependencies: [
        .package(name: "Outlive", path: "%(root)s"),
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    ],
    targets: [
        .target(name: "CLeftovers"),
        .executableTarget(name: "lines", dependencies: [outlive, "CLeftovers"], path: "Sources/Lines"),
        .executableTarget(name: "pages", dependencies: [outlive, "FlyingFox"], path: "Sources/Pages"),
    ],
    swiftLanguageModes: [.v5])
"""
TESTS = """\
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "LeftoverTests",
    targets: [.target(name: "Bundle"), .testTarget(name: "BundleTests", dependencies: ["Bundle"])],
    swiftLanguageModes: [.v5])
"""

IMPORTS = "import Foundation\nimport FoundationNetworking\nimport Synchronization\n"

MAINS = {
    LINES: """\
import CLeftovers
import Foundation
import Outlive

final class Greeter: Sendable { let greeting = "hello" }

@main struct Lines {
    static func main() async throws {
        let host = ResetHost()
        let greeter = await host.add("greeter") { _ in LeakRegistry.shared.track(Greeter()) }
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(CommandLine.arguments[1])!.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var reuse: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuse, 4)
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, 16) }
        }
        guard bound == 0, listen(listener, 8) == 0 else { exit(1) }
        _ = await touch()
        try await host.start()
        let (lines, input) = AsyncStream.makeStream(of: Int32.self)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection >= 0 { input.yield(connection) }
            }
        }
        for await connection in lines {
            var byte: UInt8 = 0
            while read(connection, &byte, 1) == 1, byte != UInt8(ascii: "\\n") {}
            await leave()
            let answer = try await greeter.value.greeting + " \\(await touch())\\n"
            _ = answer.withCString { write(connection, $0, strlen($0)) }
            close(connection)
        }
    }
}
""",
    PAGES: """\
import FlyingFox
import Foundation
import Outlive

actor Book { var notes: [String] = []; func add(_ note: String) -> Int { notes.append(note); return notes.count } }

@main struct Pages {
    static func main() async throws {
        let host = ResetHost()
        let book = await host.add("book") { _ in LeakRegistry.shared.track(Book()) }
        let server = HTTPServer(port: UInt16(CommandLine.arguments[1])!, logger: .disabled)
        await server.appendRoute("/work") { _ in
            await leave()
            let count = try await book.value.add("a note")
            return HTTPResponse(statusCode: .ok, body: Data("\\(count) \\(await touch())".utf8))
        }
        _ = await touch()
        let serving = Task { try await server.run() }
        try await server.waitUntilListening()
        try await host.start()
        try await serving.value
    }
}
""",
}

C_HEADER = "#pragma once\nvoid leftover_add_line(void);\nint leftover_lines(void);\n"
C_SOURCE = """\
#include "leftovers.h"
int leftover_count = 1;
void leftover_add_line(void) { leftover_count += 1; }
int leftover_lines(void) { return leftover_count; }
"""


def write_file(path, text):
    """Writes a file unless it has this content, so that nothing is built again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


def statement(leftover):
    """Returns the change as a statement, which uses what it returns."""
    return leftover.change if " = " in leftover.change else f"_ = {leftover.change}"


def declarations(place):
    """Returns the source of the variables of a place, and of the functions that read and change all of them."""
    own = [leftover for leftover in LEFTOVERS if leftover.place == place]
    access = "public " if place == BUNDLE else ""
    parts = [IMPORTS + ("import CLeftovers\n" if place == LINES else ""), TYPES]
    parts += [leftover.declaration + "\n" for leftover in own if leftover.declaration]
    uses = "".join(f"    count += use({leftover.use})\n" for leftover in own)
    parts.append("@inline(never) func use(_ value: Any) -> Int { withUnsafePointer(to: value) { _ in 1 } }\n")
    parts.append(f"{access}func touch() async -> Int {{\n    var count = 0\n{uses}    return count\n}}\n")
    if place != BUNDLE:
        changes = "".join(f"    {statement(leftover)}\n" for leftover in own)
        parts.append(f"func leave() async {{\n{changes}}}\n")
    return "".join(parts)


def write(folder, root):
    """Writes the packages `services` and `tests` into a folder."""
    services, tests = folder / "services", folder / "tests"
    write_file(services / "Package.swift", PACKAGE % {"root": root})
    write_file(services / "Sources/CLeftovers/include/leftovers.h", C_HEADER)
    write_file(services / "Sources/CLeftovers/leftovers.c", C_SOURCE)
    for place in (LINES, PAGES):
        write_file(services / f"Sources/{place}/Main.swift", MAINS[place])
        write_file(services / f"Sources/{place}/Variables.swift", declarations(place))
    write_file(tests / "Package.swift", TESTS)
    write_file(tests / "Sources/Bundle/Variables.swift", declarations(BUNDLE))
    bodies = [f"    @Test func leaves{number:02}() async {{ _ = await touch(); {statement(leftover)} }}\n"
              f"    @Test func reads{number:02}() async {{ _ = await touch() }}\n"
              for number, leftover in enumerate(item for item in LEFTOVERS if item.place == BUNDLE)]
    write_file(tests / "Tests/BundleTests/BundleTests.swift",
               f"{IMPORTS}import Bundle\nimport Testing\n\nstruct BundleTests {{\n{''.join(bodies)}}}\n")
