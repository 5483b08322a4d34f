import Foundation
import OutliveModel
import Testing

/// `outlive leaks-log` on small outputs.
struct LeaksLogTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A cycle, and objects that were retained once too often, at other addresses and in another order in each version.
    private static func output(_ base: UInt64, reversed: Bool = false, system: String = "iPhone OS 17.5 (21F79)")
        -> String
    {
        func address(_ number: UInt64) -> String { "0x" + String(base + number * 64, radix: 16) }
        let cycle = """
                  2 (64 bytes) ROOT CYCLE: <Person \(address(1))> [32]
                     1 (32 bytes) apartment --> ROOT CYCLE: <Apartment \(address(2))> [32]
                        person --> CYCLE BACK TO <Person \(address(1))> [32]
            """
        let retained = (3...6 as ClosedRange<UInt64>).map {
            "      1 (48 bytes) ROOT LEAK: <HomeViewModel \(address($0))> [48]"
        }
        .joined(separator: "\n")
        let roots = reversed ? [retained, cycle] : [cycle, retained]
        return """
            Process:         Home [3200]
            OS Version:      \(system)
            leaks Report Version: 4.0
            Process 3200: 41926 nodes malloced for 6668 KB
            Process 3200: 6 leaks for 256 total leaked bytes.

                6 (256 bytes) << TOTAL >>

            \(roots.joined(separator: "\n"))

            """
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = scratch.file(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func causes(_ run: Run) throws -> [Cause] {
        OutliveModel.causes(of: try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).findings)
    }

    @Test func `Causes have the reference to cut, the objects and the remedy: exit 1`() async throws {
        let path = try file("home.txt", Self.output(0x6000_0233_2540))
        let run = try await outlive("leaks-log", path)
        #expect(run.status == 1 && run.errors.isEmpty, "\(run.output)\(run.errors)")
        #expect(run.output.contains("  leaks       6 leaked blocks of 256 B in 1 process\n"))
        #expect(
            run.output.contains(
                """
                  1  LEAK  Person.apartment keeps 1 Person
                     They hold each other: make one of the references weak, or clear it in
                     teardown.
                     kept alive by a cycle
                       Person.apartment  <- cut here
                """), "\(run.output)")
        #expect(run.output.contains("  2  LEAK  over-retain of 4 HomeViewModel\n"))
        #expect(run.lastLine == "6 leaked blocks of 256 B in 1 process; 2 leaks")
    }

    @Test func `A cause is known again in another run, of another version and in another order`() async throws {
        let one = try causes(
            try await outlive("leaks-log", try file("a.txt", Self.output(0x6000_0233_2540)), "--report", "json"))
        let other = Self.output(0x1_0490_65c0, reversed: true, system: "iPhone OS 26.3.1 (23D8133)")
        let path = try file("b.txt", other)
        let two = try causes(try await outlive("leaks-log", path, "--report", "json"))
        #expect(one.count == 2 && Set(one.map(\.fingerprint)) == Set(two.map(\.fingerprint)))
        // The order is that of the output.
        #expect(one.map(\.name) == two.map(\.name).reversed())

        let known = try file(
            "known.yml",
            "leaks:\n" + one.map { "- fingerprint: \($0.fingerprint)\n  reason: accepted in a test\n" }.joined())
        let run = try await outlive("leaks-log", path, "--known", known)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("2 known"))
    }

    @Test func `A closure of the program in a cycle of a framework is the reference to cut`() async throws {
        let path = try file(
            "swiftui.txt",
            """
            Process:         DemoApp [12]
            Process 12: 3070004 nodes malloced for 496306 KB
            Process 12: 4 leaks for 400 total leaked bytes.
                  4 (400 bytes) ROOT CYCLE: <SwiftUI.(Box in $1a935e9b0)<Swift.Int> 0x15a9f1e00> [64]
                     3 (336 bytes) list --> ROOT CYCLE: <Closure context 0x15a788ac0> [80]
                        _location --> CYCLE BACK TO <SwiftUI.(Box in $1a935e9b0)<Swift.Int> 0x15a9f1e00> [64]
                        2 (256 bytes) __strong .onTap.context --> <Closure context 0x1593a8230> [80]
                           1 (176 bytes) __strong ._viewModel.wrappedValue --> <DetailViewModel 0x159208e00> [176]
            """)
        let found = try causes(try await outlive("leaks-log", path, "--report", "json"))
        #expect(found.map(\.name) == ["closure in onTap"])
        #expect(found.first?.hint.contains("Capture DetailViewModel weakly") == true, "\(found.map(\.hint))")
    }

    @Test func `A cycle of a framework alone is its growth, with the nearest own object: exit 0`() async throws {
        let path = try file(
            "framework.txt",
            """
            Process:         DemoApp [12]
            Process 12: 3 leaks for 200 total leaked bytes.
                  3 (200 bytes) ROOT CYCLE: <SwiftUI.Box<Swift.Int> 0x15a9f1e00> [64]
                     1 (64 bytes) list --> ROOT CYCLE: <SwiftUI.LocationBox<Swift.Int> 0x15a788ac0> [64]
                        _location --> CYCLE BACK TO <SwiftUI.Box<Swift.Int> 0x15a9f1e00> [64]
                     1 (72 bytes) value --> <DetailViewModel 0x159208e00> [72]
            """)
        let run = try await outlive("leaks-log", path, "--report", "json")
        #expect(run.status == 0, "\(run.output)")
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(report.findings.allSatisfy { $0.verdict == .expected && $0.library?.library == "SwiftUI" })
        #expect(report.findings.first?.library?.reason.contains("DemoApp.DetailViewModel") == true)
    }

    @Test func `Each file can be of the test by which it is named`() async throws {
        let paths = try ["Home.LoginTests.signIn.txt", "CartTests.txt"].map {
            try file($0, Self.output(0x6000_0000_1000))
        }
        let run = try await outlive("leaks-log", paths[0], paths[1], "--by-test", "--report", "json")
        let tests = try causes(run).flatMap(\.tests).map { $0.module.isEmpty ? $0.name : "\($0.module).\($0.name)" }
        #expect(Set(tests) == ["Home.LoginTests.signIn", "CartTests"])
        let named = try await outlive("leaks-log", paths[1], "--test", "CartTests.add")
        #expect(named.output.contains("CartTests.add"), "\(named.output)")
    }

    @Test func `Output that was cut says so, and fails if nothing of it is left`() async throws {
        let whole = Self.output(0x6000_0000_1000)
        let part = try await outlive(
            "leaks-log", try file("part.txt", whole.replacing("6 leaks for", with: "9 leaks for")))
        #expect(part.status == 1)
        #expect(part.output.contains("partial     the output lists 6 of 9 leaked blocks"))
        let head = whole.firstRange(of: "    6 (256").map { String(whole[..<$0.lowerBound]) } ?? ""
        let none = try await outlive("leaks-log", try file("none.txt", head))
        #expect(none.status == 3 && none.output.contains("states 6 leaks and lists none"), "\(none.output)")
    }

    @Test func `Classes of the program that grow from table to table are suspects`() async throws {
        func table(_ models: Int, _ arrays: Int) -> String {
            """
            Process:         Shop [12]
               COUNT      BYTES       AVG   CLASS_NAME                    TYPE    BINARY
               =====      =====       ===   ==========                    ====    ======
                 \(models)       4800      48.0   HomeViewModel                 Swift   Shop
                 \(arrays)       4800      48.0   NSArray                       ObjC    CoreFoundation
                 7       4800      48.0   Cart                          Swift   Shop

            """
        }
        let paths = [try file("one.txt", table(100, 3)), try file("two.txt", table(150, 9))]
        let run = try await outlive("leaks-log", paths[0], paths[1], "--report", "json")
        #expect(run.status == 0, "\(run.errors)")
        let found = try causes(run)
        #expect(found.map(\.leader.key.type) == ["Shop.HomeViewModel"] && found.first?.leader.live == [100, 150])
        let failing = try await outlive("leaks-log", paths[0], paths[1], "--fail-on", "suspect")
        #expect(failing.status == 1, "\(failing.output)")
    }

    @Test func `MetricKit's payloads have their figures by version: exit 0`() async throws {
        let payload =
            #"{"appVersion": "2.3", "metaData": {"osVersion": "iPhone OS 18.1"}, "#
            + #""memoryMetrics": {"peakMemoryUsage": "200,000 kB"}}"#
        let path = try file("payload.json", payload)
        let text = try await outlive("metric-kit", path)
        #expect(text.status == 0 && text.output.contains("2.3 on iPhone OS 18.1") && text.output.contains("200 MB"))
        let metrics = try await outlive("metric-kit", path, path, "--report", "openmetrics")
        #expect(metrics.output.contains("outlive_app_payloads{app=\"2.3\",os=\"iPhone OS 18.1\"} 2\n"))
        let rows = try await outlive("metric-kit", path, "--report", "ndjson")
        #expect(rows.output.contains("\"peakMemoryBytes\":200000000"))
        let wrong = try await outlive("metric-kit", try file("wrong.json", "{"), path)
        #expect(wrong.status == 3 && wrong.errors.contains("cannot read the payload") && !wrong.output.isEmpty)
    }

    @Test func `A command is run on macOS alone: exit 64`() async throws {
        let run = try await outlive("leaks-log", "--run", "leaks 1")
        #expect(run.status == 64 && run.errors.contains("--run needs macOS"))
    }

    @Test func `Files without output of leaks are refused: exit 3`() async throws {
        let empty = try await outlive("leaks-log", try file("empty.txt", "nothing\n"))
        #expect(empty.status == 3 && empty.output.contains("has no output of leaks"))
        let missing = try await outlive("leaks-log", scratch.file("missing.txt"))
        #expect(missing.status == 3 && missing.output.contains("cannot read"))
        let twice = try await outlive("leaks-log", "a.txt", "--by-test", "--test", "b")
        #expect(twice.status == 64)
    }

    @Test(arguments: [
        "text", "json", "ndjson", "html", "markdown", "junit", "sarif", "github", "csv", "customSmallerIsBetter",
    ])
    func `Hostile names are harmless in every format`(format: String) async throws {
        let markup = "</script><img src=x onerror=alert(1)>\u{1B}[31m\u{7}::error::x]]>&\u{202E}"
        let name = markup + String(repeating: "A", count: 100_000)
        let text = """
            Process 7: 2 leaks for 64 total leaked bytes.
                  2 (64 bytes) ROOT CYCLE: <\(name) 0x600000001000> [32]
                     1 (32 bytes) \(markup) --> ROOT CYCLE: <Other 0x600000002000> [32]
                        back --> CYCLE BACK TO <\(name) 0x600000001000> [32]
            """
        let run = try await outlive("leaks-log", try file("hostile.txt", text), "--report", format)
        #expect(run.status == 1, "\(run.errors)")
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{7}"))
        if format == "html" { #expect(!run.output.contains("<img src=x")) }
        #expect(!run.output.split(separator: "\n").contains { $0.hasPrefix("::error::x") })
    }
}
