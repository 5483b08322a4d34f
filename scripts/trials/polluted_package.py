"""Writes a package whose tests leave state behind in twelve ways, among many that do not.

Each polluter is the only test that changes its variable for good. The others read the variables, change them and put
them back, use lazily initialised ones first, or have nothing to do with them.
"""

import collections
import random

# The framework, what the variable is declared as, the change, and the subject that has to be named.
Polluter = collections.namedtuple("Polluter", "framework name change subject")
TESTING, XCTEST = "swift-testing", "XCTest"
POLLUTERS = [
    Polluter(TESTING, "enablesBeta", "Flags.beta = true", "static Flags.beta"),
    Polluter(TESTING, "choosesDark", "Theme.current = .dark", "static Theme.current"),
    Polluter(TESTING, "logsIn", 'Session.user = "ann"', "static Session.user"),
    Polluter(TESTING, "addsAPrice", 'Prices.table["tea"] = 3', "static Prices.table"),
    Polluter(TESTING, "setsTheVolume", "Settings.shared.volume = 11", "Settings.shared.volume"),
    Polluter(TESTING, "deposits", "await Ledger.shared.deposit(5)", "Ledger.shared.balance.amount"),
    Polluter(XCTEST, "testWritesALine", 'Journal.lines.append("x")', "static Journal.lines"),
    Polluter(XCTEST, "testSeesAnID", "Seen.ids.insert(7)", "static Seen.ids"),
    Polluter(XCTEST, "testNamesAPlace", 'Place.name = "Bern"', "static Place.name"),
    Polluter(XCTEST, "testTurnsAPage", "turnPage()", "page"),
    Polluter(XCTEST, "testHooksIn", "Hooks.onSave = { }", "static Hooks.onSave"),
    Polluter(XCTEST, "testRegisters", 'Registry.shared.add("bob")', "Registry.shared.users"),
]

SOURCE = """\
public enum Flags { public static var beta = false }
public enum Theme { case light, dark, system; public static var current = Theme.light }
public enum Session { public static var user: String? }
public enum Prices { public static var table = ["coffee": 4] }
public final class Settings { public static let shared = Settings(); public var volume = 5; public var name = "a" }
public struct Balance { public var amount = 0; public var currency = "CHF" }
public actor Ledger {
    public static let shared = Ledger()
    public private(set) var balance = Balance()
    public func deposit(_ amount: Int) { balance.amount += amount }
}
public enum Journal { public static var lines: [String] = [] }
public enum Seen { public static var ids: Set<Int> = [1] }
public enum Place { public static var name = "Basel" }
private var page = 1
public func turnPage() { page += 1 }
public func currentPage() -> Int { page }
public enum Hooks { public static var onSave: (() -> Void)? }
public final class Registry {
    public static let shared = Registry()
    public private(set) var users = ["root"]
    public func add(_ user: String) { users.append(user) }
    public func remove(_ user: String) { users.removeAll { $0 == user } }
}
/// Constants, of which each is initialised by the first test that reads it.
public enum Tables {
    public static let squares = (0..<100).map { $0 * $0 }
    public static let names = ["a": 1, "b": 2]
    public static let words = Set(["x", "y"])
    public static let primes = [2, 3, 5, 7].map(String.init)
}
public final class Pool {
    public static let shared = Pool()
    public var spare: [Int] = []
    public func use() { spare.append(1); spare.removeLast() }
}
public enum Depth { public static var value = 0 }
"""

PACKAGE = """\
// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "Polluted",
    targets: [
        .target(name: "Shop"),
        .testTarget(name: "ShopTests", dependencies: ["Shop"]),
        .testTarget(name: "ShopXCTests", dependencies: ["Shop"]),
    ])
"""

# What harmless tests do: `{n}` is a number.
HARMLESS = [
    "Depth.value += 1; defer { Depth.value -= 1 }",
    "let before = Flags.beta; Flags.beta.toggle(); Flags.beta = before",
    "let before = Prices.table; Prices.table[\"t{n}\"] = {n}; Prices.table = before",
    "_ = Tables.squares[{n} % 100]",
    "_ = Tables.names[\"a\"]; _ = Tables.words.count",
    "_ = Tables.primes.count",
    "Pool.shared.use()",
    "Registry.shared.add(\"u{n}\"); Registry.shared.remove(\"u{n}\")",
    "_ = Session.user; _ = currentPage(); _ = Seen.ids.count",
    "let volume = Settings.shared.volume; Settings.shared.volume = {n}; Settings.shared.volume = volume",
    "var lines = Journal.lines; lines.append(\"{n}\"); _ = lines",
    "_ = (0..<{n}).reduce(0, +)",
]


def write(folder, *, seed, tests=300, suites=10, milliseconds=0):
    """Writes the package. The order of its tests depends on the seed."""
    chooser = random.Random(seed)
    (folder / "Sources" / "Shop").mkdir(parents=True)
    (folder / "Package.swift").write_text(PACKAGE)
    (folder / "Sources" / "Shop" / "Shop.swift").write_text(SOURCE)
    for framework, module in [(TESTING, "ShopTests"), (XCTEST, "ShopXCTests")]:
        polluters = [polluter for polluter in POLLUTERS if polluter.framework == framework]
        bodies = [(polluter.name, polluter.change) for polluter in polluters]
        # The lazily initialised registry has no other user before its polluter in a run of that framework alone.
        harmless = [text for text in HARMLESS if framework == TESTING or "Registry" not in text]
        for number in range(tests // 2 - len(polluters)):
            name = f"{'test' if framework == XCTEST else 'works'}{number:03}"
            bodies.append((name, chooser.choice(harmless).replace("{n}", str(number + 1))))
        chooser.shuffle(bodies)
        target = folder / "Tests" / module
        target.mkdir(parents=True)
        for suite in range(suites):
            own = bodies[suite::suites]
            (target / f"Suite{suite}Tests.swift").write_text(text_of(framework, suite, own, milliseconds))


def text_of(framework, suite, bodies, milliseconds):
    """Returns the source of a suite."""
    wait = f"usleep({milliseconds * 1000}); " if milliseconds else ""
    head, kind, mark = ("import Testing", "struct", "@Test ") if framework == TESTING else ("import XCTest", "final class", "")
    parent = ": XCTestCase" if framework == XCTEST else ""
    imports = f"import Foundation\nimport Shop\n{head}\n"
    lines = [f"    {mark}func {name}() async {{ {wait}{body} }}" for name, body in bodies]
    return f"{imports}\n{kind} Suite{suite}Tests{parent} {{\n" + "\n".join(lines) + "\n}\n"
