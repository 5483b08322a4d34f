import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// `outlive doctor` on programs that are built beside the tests, and on small ones of its own.
struct DoctorTests {
    /// The JSON report of a diagnosis.
    private struct Outcome: Decodable {
        var format: Int
        var outcome: Int32
        var executable: String
        var checks: [DiagnosisCheck]

        func state(_ subject: DiagnosisCheck.Subject) -> DiagnosisCheck.State? { self[subject]?.state }

        subscript(subject: DiagnosisCheck.Subject) -> DiagnosisCheck? { checks.first { $0.subject == subject } }
    }

    private static let heapFixture = Built.folder.appendingPathComponent("heap-fixture").path

    private let scratch: Scratch

    init() throws {
        _ = try HeapTierLibrary.path(in: Built.folder)
        scratch = try Scratch()
    }

    /// Runs the doctor and reads its JSON.
    private func diagnose(
        _ executable: String, by outlive: String = Built.outlive, environment: [String: String] = [:]
    ) async throws -> (outcome: Outcome, status: Int32) {
        let run = try await Started(outlive, ["doctor", "--report", "json", executable], environment: environment).end()
        let outcome = try JSONDecoder().decode(Outcome.self, from: Data(run.output.utf8))
        #expect(run.errors.isEmpty)
        #expect(outcome.outcome == run.status)
        return (outcome, run.status)
    }

    /// Builds a program whose `main` creates a file, so that a test can check whether it ran.
    ///
    /// - Parameter more: Additional C code, such as a section that Swift's compiler makes.
    private func compile(_ name: String, _ more: String, _ options: String...) async throws -> String {
        let source = """
            #include <stdio.h>
            \(more)
            int main(void) { return fopen("\(scratch.file("main-was-run"))", "w") == NULL; }
            """
        try Data(source.utf8).write(to: URL(fileURLWithPath: scratch.file("\(name).c")))
        let made = try await Started(
            "/usr/bin/env", ["clang", "-o", scratch.file(name), scratch.file("\(name).c")] + options
        ).end()
        try #require(made.status == 0, "\(made.errors)")
        return scratch.file(name)
    }

    private var mainWasRun: Bool { FileManager.default.fileExists(atPath: scratch.file("main-was-run")) }

    /// Makes a program pass for one of Swift's.
    private static let swiftSection = "__attribute__((section(\"swift5_protocols\"), used)) static int mark;"

    private func copy(_ program: String, _ name: String) async throws -> String {
        try await ProgramFile.copy(program, to: scratch.file(name))
        return scratch.file(name)
    }

    @Test func `All checks pass for a Swift program, and the tier checks itself before its main`() async throws {
        let (outcome, status) = try await diagnose(Self.heapFixture)
        #expect(status == 0)
        #expect(outcome.format == 1)
        #expect(outcome.checks.map(\.subject) == DiagnosisCheck.Subject.allCases)
        for subject in [
            .machine, .heapLibrary, .inspectable, .executable, .wayIn, .heapTier, .fieldNames, .debugInformation,
            .symbols,
        ] as [DiagnosisCheck.Subject] {
            #expect(outcome.state(subject) == .works, "\(outcome[subject]?.finding ?? "")")
        }
        let run = try await outlive("doctor", Self.heapFixture)
        #expect(run.status == 0)
        #expect(!run.output.contains("no such scenario"))
        let widest = run.output.split(separator: "\n").map(\.count).max()
        #expect(widest ?? 0 <= 80)
    }

    @Test func `Without an executable, Outlive's own is examined`() async throws {
        let run = try await outlive("doctor")
        #expect(run.status == 0, "\(run.output)")
        let title = run.output.prefix { $0 != "\n" }
        #expect(title.hasPrefix("/") && title.hasSuffix("/outlive"), "\(title)")
        #expect(run.output.contains("heap tier in it   a control leak was found"))
    }

    @Test func `A stripped program is served with fewer details: exit 0`() async throws {
        let stripped = try await copy(Self.heapFixture, "stripped")
        #expect(try await Started("/usr/bin/env", ["strip", "-s", stripped]).end().status == 0)
        let (outcome, status) = try await diagnose(stripped)
        #expect(status == 0)
        #expect(outcome.state(.heapTier) == .works)
        #expect(outcome.state(.fieldNames) == .works)
        #expect(outcome.state(.debugInformation) == .degraded && outcome.state(.symbols) == .degraded)
        let isAdvised = outcome.checks.allSatisfy { $0.state != .degraded || $0.advice != nil }
        #expect(isAdvised)
    }

    @Test func `The allocator of the program is named`() async throws {
        let usual = try #require(try await diagnose(Self.heapFixture).outcome[.allocator])
        #expect(usual.state == .works && usual.finding.contains("the C library"))
        for allocator in OtherAllocator.installed {
            let path = try #require(allocator.path)
            let (outcome, status) = try await diagnose(Self.heapFixture, environment: ["LD_PRELOAD": path])
            #expect(status == 0)
            #expect(outcome.state(.heapTier) == .works)
            let name = URL(fileURLWithPath: path).lastPathComponent
            #expect(outcome[.allocator]?.finding.contains("that of \(name): counts are exact") == true)
        }
    }

    @Test func `Without a symbolizer, leaks are found nevertheless: exit 0`() async throws {
        let (outcome, status) = try await diagnose(
            Self.heapFixture, environment: ["PATH": scratch.path, "OUTLIVE_SYMBOLIZER": ""])
        #expect(status == 0)
        #expect(outcome.state(.symbolizer) == .degraded)
        #expect(outcome.state(.heapTier) == .works)
    }

    @Test func `With a missing or wrong library nothing is started: exit 1`() async throws {
        let elsewhere = try await copy(Built.outlive, "outlive")
        let program = try await compile("swift", Self.swiftSection)
        for content in [nil, "no library"] {
            if let content {
                try Data(content.utf8).write(to: URL(fileURLWithPath: scratch.file("liboutlive_heap.so")))
            }
            let (outcome, status) = try await diagnose(program, by: elsewhere)
            #expect(status == 1)
            #expect(outcome.state(.heapLibrary) == .fails)
            #expect(outcome.state(.heapTier) == .skipped)
        }
        #expect(!mainWasRun)
    }

    @Test func `A program that is not Swift has nothing to inspect: exit 1`() async throws {
        let (outcome, status) = try await diagnose("/bin/true")
        #expect(status == 1)
        #expect(outcome.state(.executable) == .fails)
        #expect(outcome[.heapTier] == nil)
        let still = try await compile("static", "", "-static")
        let kind = try await diagnose(still).outcome[.executable]
        #expect(kind?.finding.contains("a static executable") == true)
        #expect(!mainWasRun)
    }

    @Test(arguments: [
        ("static executable", "", ["-static"]),
        ("musl", "", ["-Wl,--dynamic-linker=/lib/ld-musl-x86_64.so.1"]),
        ("AddressSanitizer", "void __asan_init(void) {}", ["-rdynamic"]),
        (
            "own malloc",
            "#include <stddef.h>\nvoid *malloc(size_t size) { (void)size; return NULL; }", ["-rdynamic"]
        ),
    ])
    func `A program that the tier cannot serve is reported with the reason, and never run`(
        reason: String, more: String, options: [String]
    ) async throws {
        let source = Self.swiftSection + "\n" + more
        let program = try await compile("program", source, options.first ?? "-O0")
        let (outcome, status) = try await diagnose(program)
        #expect(status == 1)
        let failing = outcome.checks.filter { $0.state == .fails }
        #expect(failing.count == 1)
        #expect(failing.first?.finding.contains(reason) == true, "\(failing)")
        #expect(!mainWasRun)
    }

    @Test func `A program that may not be executed, or cannot start, is reported: exit 1`() async throws {
        let locked = try await copy(Self.heapFixture, "locked")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: locked)
        #expect(try await diagnose(locked).outcome.state(.wayIn) == .fails)
        _ = try await compile("libgone.so", "", "-shared", "-fPIC")
        let program = try await compile(
            "needy", Self.swiftSection, "-Wl,--no-as-needed", "-L\(scratch.path)", "-l:libgone.so")
        try FileManager.default.removeItem(atPath: scratch.file("libgone.so"))
        let (outcome, status) = try await diagnose(program)
        #expect(status == 1)
        #expect(outcome[.heapTier]?.finding.contains("libgone.so") == true, "\(outcome[.heapTier]?.finding ?? "")")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file to another group"))
    func `Nothing is preloaded into a program that gains privileges, and it is not run`() async throws {
        let program = try await compile("privileged", Self.swiftSection)
        try #require(chown(program, 0, 12_345) == 0 && chmod(program, 0o2755) == 0)
        let (outcome, status) = try await diagnose(program)
        #expect(status == 1)
        #expect(outcome[.wayIn]?.finding.contains("setgid") == true)
        #expect(outcome.state(.heapTier) == .skipped)
        #expect(!mainWasRun)
    }

    @Test func `A file that cannot be examined is reported in one line: exit 3`() async throws {
        let text = scratch.file("text")
        try Data("not a program".utf8).write(to: URL(fileURLWithPath: text))
        let cut = scratch.file("cut")
        try Data(contentsOf: URL(fileURLWithPath: Self.heapFixture)).prefix(5_000).write(to: URL(fileURLWithPath: cut))
        let library = try await compile("lib.so", "", "-shared", "-fPIC")
        for path in [text, cut, library, scratch.file("missing"), scratch.path, "/dev/null", "", "a\u{1B}[31m"] {
            let run = try await outlive("doctor", path)
            #expect(run.status == 3, "\(path)")
            #expect(run.output.isEmpty)
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            #expect(run.errors.hasPrefix("outlive: cannot examine '") && !run.errors.contains("\u{1B}"))
        }
    }

    @Test func `A name without a slash is searched in PATH, and further words are refused: exit 64`() async throws {
        #expect(try await diagnose("true").outcome.executable.hasSuffix("/true"))
        for arguments in [["--report", "xml"], ["a", "b"], ["--deep"]] {
            let run = try await Started(Built.outlive, ["doctor"] + arguments).end()
            #expect(run.status == 64)
            #expect(run.errors.contains("outlive doctor --help"), "\(run.errors)")
        }
    }
}
