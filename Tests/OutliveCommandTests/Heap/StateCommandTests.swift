import Foundation
import OutliveModel
import Testing

/// `outlive state` on a program with variables of many kinds.
@Suite(.serialized) struct StateCommandTests {
    /// The ways to read a process.
    enum Way: CaseIterable {
        case outside, tier
        /// From outside, with an executable that the optimizer changed.
        case optimised

        func start(_ trial: HeapTrial) async throws -> StatefulProgram {
            switch self {
            case .outside: try await StatefulProgram()
            case .optimised: try await StatefulProgram(of: trial.file("optimised"))
            case .tier:
                try await StatefulProgram(
                    under: [Built.outlive, "run", "--census", "signal", "--"], environment: trial.environment)
            }
        }
    }

    @Test(arguments: Way.allCases) func `Everything that a program leaves behind is named, and nothing else`(
        way: Way
    ) async throws {
        let trial = try HeapTrial()
        if way == .optimised { try await StatefulProgram.optimise(to: trial.file("optimised"), trial) }
        let programs = [try await way.start(trial), try await way.start(trial), try await way.start(trial)]
        for program in programs { try await program.obey("work") }
        let options = programs.dropFirst().flatMap { ["--diff", "\($0.id)"] }
        let clean = try await StatefulProgram.report("\(programs[0].id)", options)
        #expect(clean.difference?.changes.map(\.subject) == [])
        try await programs[0].obey("leave", "once")
        let report = try await StatefulProgram.report("\(programs[0].id)", options)
        let difference = try #require(report.difference)
        #expect(difference.comparesContent)
        let found = difference.changes.map { "\($0.subject): \($0.words())" }.sorted()
        // A private number that has two values is one byte of an optimised program.
        let expected = Self.expected.map { change in
            way == .optimised && change.hasPrefix("static Secret.attempts:")
                ? "static Secret.attempts: 1 byte, changed" : change
        }
        #expect(found == expected.sorted())
        // Debug information of an optimised program lacks the lines of some.
        if way != .optimised { try Self.expectLines(of: difference.changes, in: report) }
    }

    /// Expects that each changed variable of the program has the line that declares it.
    private static func expectLines(of changes: [StateChange], in report: StateReport) throws {
        let variables = Dictionary(report.variables.map { ($0.symbol, $0) }) { first, _ in first }
        var sources: [String: [String]] = [:]
        for change in changes {
            let variable = try #require(variables[change.symbol])
            guard variable.kind == .swift || variable.kind == .c else {
                #expect(change.line == nil)
                continue
            }
            let line = try #require(change.line, "\(change.subject)")
            let source =
                try sources[line.file]
                ?? String(contentsOfFile: line.file, encoding: .utf8)
                .components(separatedBy: "\n")
            sources[line.file] = source
            let name = variable.name.split(separator: ".").last ?? ""
            #expect(source[line.line - 1].contains(name), "\(change.subject): \(line)")
        }
    }

    @Test func `A snapshot and a core file have the state of the process`() async throws {
        let trial = try HeapTrial()
        let program = try await StatefulProgram()
        try await program.obey("work")
        let file = trial.file("now.heap")
        let census = try await outlive("census", "--graph", file, "\(program.id)")
        try #require(census.status == 0, "\(census.errors)")
        var targets = [file]
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/gcore") {
            let core = try await Started("/usr/bin/gcore", ["-o", trial.file("core"), "\(program.id)"]).end()
            try #require(core.status == 0, "\(core.errors)")
            targets.append(trial.file("core.\(program.id)"))
        }
        try await program.obey("leave")
        for target in targets {
            let report = try await StatefulProgram.report("\(program.id)", ["--diff", target])
            let difference = try #require(report.difference)
            let subjects = Set(difference.changes.map(\.subject))
            #expect(subjects.contains("static Flags.beta") && subjects.contains("Cache.shared.entries"))
            // A core file is read now, under the key of the comparison; a snapshot was hashed under its own.
            #expect(difference.comparesContent == (target != file))
        }
    }

    @Test func `A change fails the gate, and the lack of one does not`() async throws {
        let (one, other) = (try await StatefulProgram(), try await StatefulProgram())
        let arguments = ["state", "\(one.id)", "--diff", "\(other.id)", "--fail-on", "changed"]
        #expect(try await Started(Built.outlive, arguments).end().status == 0)
        try await one.obey("leave")
        let run = try await Started(Built.outlive, arguments).end()
        #expect(run.status == 1 && run.output.contains("static Flags.beta: false"))
    }

    @Test func `No content of a text leaves the process`() async throws {
        let program = try await StatefulProgram()
        try await program.obey("leave")
        let run = try await outlive("state", "\(program.id)", "--report", "json")
        #expect(run.status == 0 && run.output.contains("Values.nickname") && !run.output.contains("\"nick\""))
    }

    @Test func `Of a stripped program the places are named whose bytes differ, and nothing is listed`() async throws {
        let scratch = try Scratch()
        let stripped = scratch.file("stripped")
        let strip = try await Started("/usr/bin/env", ["strip", "-s", "-o", stripped, Built.stateFixture]).end()
        try #require(strip.status == 0, "\(strip.errors)")
        let programs = [
            try await StatefulProgram(of: stripped), try await StatefulProgram(of: stripped),
            try await StatefulProgram(of: stripped),
        ]
        for program in programs { try await program.obey("work") }
        let options = programs.dropFirst().flatMap { ["--diff", "\($0.id)"] }
        let clean = try await StatefulProgram.report("\(programs[0].id)", options)
        // Tokens of initialisers contain the number of a thread, so some places differ by chance.
        let byChance = Set((clean.difference?.changes ?? []).map(\.subject))
        #expect(clean.difference?.compared ?? 0 > 0)
        #expect(!clean.variables.contains { [.swift, .c, .memory].contains($0.kind) })
        try await programs[0].obey("leave")
        let report = try await StatefulProgram.report("\(programs[0].id)", options)
        let found = Set((report.difference?.changes ?? []).map(\.subject)).subtracting(byChance)
        // The places are those of the symbols before they were removed.
        let symbols = try await Started("/usr/bin/env", ["nm", Built.stateFixture]).end()
        for name in ["4beta", "5title", "13state_counter"] {
            let line = symbols.output.split(separator: "\n").first {
                $0.contains(name.drop(while: \.isNumber)) && "bBdD".contains($0.split(separator: " ")[1])
                    && !$0.hasSuffix("Wz")
            }
            let place = try #require(line.flatMap { Int($0.split(separator: " ")[0], radix: 16) }, "\(name)")
            let starts = [place - place % 64, place].map { "stripped+0x" + String($0, radix: 16) }
            #expect(starts.contains { found.contains($0) }, "\(name) at \(starts) of \(found)")
        }
        #expect(report.notes.contains { $0.contains("by their place in the executable") }, "\(report.notes)")
    }

    @Test func `A program with the standard library in it has its own variables alone`() async throws {
        let scratch = try Scratch()
        let executable = scratch.file("app")
        try await StatefulProgram.compile(Self.program, to: executable, in: scratch, "-g", "-static-stdlib")
        let (one, other) = (try await StatefulProgram(of: executable), try await StatefulProgram(of: executable))
        for program in [one, other] { try await program.obey("work") }
        try await one.obey("leave")
        let report = try await StatefulProgram.report("\(one.id)", ["--diff", "\(other.id)"])
        let own = report.variables.filter { $0.kind == .swift || $0.kind == .c }
        #expect(own.map(\.name) == ["Cache.shared", "Flags.beta"])
        #expect(report.difference?.changes.map(\.subject) == ["Cache.shared.entries", "static Flags.beta"])
        #expect(report.difference?.changes.map(\.line?.line) == [4, 2])
    }

    @Test func `Without debug information a difference has no line`() async throws {
        let scratch = try Scratch()
        let executable = scratch.file("app")
        try await StatefulProgram.compile(Self.program, to: executable, in: scratch)
        let (one, other) = (try await StatefulProgram(of: executable), try await StatefulProgram(of: executable))
        for program in [one, other] { try await program.obey("work") }
        try await one.obey("leave")
        let run = try await outlive("state", "\(one.id)", "--diff", "\(other.id)")
        #expect(run.status == 0 && run.output.contains("Flags.beta: false"), "\(run.output)\(run.errors)")
        #expect(!run.output.contains(".swift"), "\(run.output)")
    }

    /// A program with Foundation, which has variables of its own.
    private static let program = """
        import Foundation
        enum Flags { nonisolated(unsafe) static var beta = false }
        final class Cache {
            nonisolated(unsafe) static let shared = Cache()
            var entries: [String: Int] = [:]
        }
        print("ready", ProcessInfo.processInfo.processIdentifier)
        fflush(nil)
        while let word = readLine() {
            if word == "leave" { (Flags.beta, Cache.shared.entries["a"]) = (true, 1) }
            if word == "work" { _ = (Flags.beta, Cache.shared.entries.count) }
            print(word)
            fflush(nil)
        }
        """

    @Test func `Wrong usage is refused in one line`() async throws {
        let gate = try await outlive("state", "1", "--fail-on", "changed")
        #expect(gate.status == 64 && gate.errors.contains("--fail-on changed needs --diff"))
        let none = try await outlive("state", "999999999")
        #expect(none.status == 3 && none.errors.contains("there is no process 999999999"))
    }

    /// Each change of the fixture, with what is shown of it.
    private static let expected = [
        "static Flags.beta: false -> true", "static Flags.isOn: nil -> false", "static Flags.level: 1 -> 2",
        "static Flags.limit: nil -> 3", "static Flags.mode: .idle -> .busy", "static Flags.next: nil -> .done",
        "static Flags.ratio: 0.5 -> 0.75",
        "static Values.blob: changed, 100 -> 120 bytes", "static Values.data: changed",
        "static Values.due: nil -> set", "Values.generic.second: text of 1 byte -> nil",
        "static Values.id: 16 bytes, changed", "static Values.nickname: nil -> text of 4 bytes",
        "static Values.optionalData: nil -> 1 byte", "Values.pair.name: changed, 1 -> 2 bytes",
        "static Values.phase: .none -> .waiting", "Values.range.upperBound: 3 -> 4",
        "static Values.route: .home -> .detail", "static Values.text: changed, 33 -> 45 bytes",
        "static Values.title: changed",
        "Collections.ages[]: changed", "static Collections.names: 1 -> 2 members", "Collections.nested[]: changed",
        "static Collections.numbers: 3 -> 4 elements", "static Collections.sessions: 0 -> 1 entry",
        "Collections.users[].age: 1 -> 2",
        "static References.anything: a Int -> a String", "static References.base: a Base -> a Derived",
        "References.box.value.isDark: false -> true", "static References.failure: nil -> a Problem",
        "static References.kind: Int.self -> String.self", "static References.large: nil -> a LargePlugin",
        "static References.last: nil -> set", "static References.observer: nil -> a Counter",
        "static References.onDone: nil -> set", "static References.plugin: a SmallPlugin -> a ClassPlugin",
        "static References.pointer: nil -> set", "static References.session: nil -> a Session",
        "static References.transform: set, changed",
        "Cache.shared.entries: 0 -> 2 entries", "Cache.shared.hits: 0 -> 1", "Guarded.shared.count: 0 -> 1",
        "Guarded.shared.state.size: 3 -> 4", "Locals.fallback.value: changed, 6 -> 8 bytes",
        "Registry.shared.users[]: 0 -> 1", "Registry.shared.owner.session.token: nil -> text of 5 bytes",
        "Registry.shared.names: 0 -> 1 member", "Store.shared.settings.theme: changed",
        "Store.shared.requests: 0 -> 1 element", "static Secret.attempts: 0 -> 3", "static String.separator: changed",
        "guardedNames: 0 -> 1 element", "hidden: 7 -> 8", "lazyGlobal: not used yet -> 1 element",
        "requestCount: 0 -> 2", "state_counter: 4 bytes, changed", "state_hidden: 8 bytes, changed",
        "state_memory: 8 bytes, changed", "task in watch().Seen.words: 0 -> 1 element",
        "locale: changed, 1 -> 7 bytes", "UserDefaults.standard.theme: none -> text of 4 bytes",
        "UserDefaults.standard.size: none -> 3", "UserDefaults.test.suite.recent: none -> 2 elements",
        "UserDefaults.registered: none -> 1 entry", "environment.STATE_FIXTURE: none -> text of 4 bytes",
    ]
}
