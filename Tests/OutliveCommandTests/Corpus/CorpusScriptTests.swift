import Foundation
import Testing

/// Runs `scripts/trial corpus` on the small corpus of `Tests/Fixtures`, which is linked into the runner of this package.
@Suite(.serialized)
struct CorpusScriptTests {
    private let script = CorpusScript()

    @Test func `Cases whose stated truth holds agree`() async throws {
        let run = try await script.run("--case", "right-", "--cycles", "6", "--report", "json")
        #expect(run.status == 0)
        let outcome = try run.outcome()
        #expect(outcome.agreed == outcome.total && outcome.total == 8)
        let reported = Dictionary(uniqueKeysWithValues: outcome.cases.map { ($0.id, [$0.expected, $0.reported]) })
        #expect(reported["right-leak"] == ["leak", "leak"])
        #expect(reported["right-retained"] == ["retained", "retained"])
        #expect(reported["right-clean"] == ["clean", "clean"])
        #expect(reported["right-late"] == ["clean", "late"])
        #expect(outcome.cases.first { $0.id == "right-two-names-of-one" }?.survivors == ["Kept", "SameKept"])
    }

    @Test func `Every kind of wrong truth is reported by its own reason`() async throws {
        let run = try await script.run("--case", "wrong-", "--cycles", "5", "--report", "json")
        #expect(run.status == 1)
        let outcome = try run.outcome()
        #expect(outcome.agreed == 0 && outcome.total == 11)
        for row in outcome.cases {
            #expect(!row.agree && !row.problems.isEmpty, "\(row.id)")
        }
        let unnamed = outcome.cases.first { $0.id == "wrong-allocated-in" }
        #expect(unnamed?.problems == ["the registration of Kept does not name Component"])
    }

    @Test func `Cases that crash, exit or hang are named, and fail the run`() async throws {
        let run = try await script.run("--case", "fails-", "--cycles", "3")
        #expect(run.status == 3)
        #expect(run.output.contains("crash    fails-crash"))
        #expect(run.output.contains("Fatal error: planted"))
        #expect(run.output.contains("crash    fails-exit"))
        #expect(run.output.contains("hang     fails-hang"))
        #expect(run.output.contains("0 of 3 cases agree, 3 crashed or hung"))
    }

    @Test func `Under the heap tier, unregistered leaks are found by their types`() async throws {
        let run = try await script.run("--heap", "--case", "right-", "--cycles", "6", "--report", "json")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let outcome = try run.outcome()
        #expect(outcome.agreed == outcome.total && outcome.total == 8)
        let leaking = outcome.cases.filter { $0.reported == "leak" }
        #expect(
            leaking.map(\.id) == ["right-leak", "right-leak-beside-late", "right-two-names-of-one", "right-closure"])
        #expect(leaking.dropLast().allSatisfy { $0.survivors == ["LeakCorpus.Components.Item"] })
        #expect(leaking.dropLast().allSatisfy { $0.culprit == "static Components.kept" })
        #expect(leaking.last?.culprits?.contains(leaking.last?.culprit ?? "") == true)
        #expect(outcome.culprits == CorpusScript.Outcome.Culprits(right: 4, leaky: 4))
    }

    @Test func `Under the heap tier, every kind of wrong truth is reported with a reason`() async throws {
        let run = try await script.run("--heap", "--case", "stated-", "--cycles", "6", "--report", "json")
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let outcome = try run.outcome()
        #expect(outcome.agreed == 0 && outcome.total == 4)
        #expect(outcome.cases.allSatisfy { !$0.problems.isEmpty })
        let unnamed = try await script.run(
            "--heap", "--case", "wrong-allocated-in", "--cycles", "6", "--report", "json")
        #expect(
            try unnamed.outcome().cases.map(\.problems) == [
                ["no allocation of LeakCorpus.Components.Item names Component.make"]
            ])
    }

    @Test func `Under the heap tier, a suspect that the case does not state is shown with its trace`() async throws {
        let run = try await script.run("--heap", "--case", "misnamed-", "--cycles", "6")
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(run.output.contains("culprit static Components.kept, stated static Components.latest"))
        #expect(run.output.contains("trace: static Components.kept"))
        #expect(run.output.contains("culprits: 0 of 1 leaky cases named right (0.0 %)"))
        #expect(run.output.contains("1 of 1 cases agree"))
    }

    @Test func `Output of the cases is kept on request, in an empty folder`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("corpus-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let keep = ["--heap", "--case", "right-clean", "--cycles", "4", "--keep", folder.path]
        let run = try await script.run(script.corpus + keep)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(files.count { $0.contains("right-clean/") && $0.hasSuffix(".olheap") } == 5)
        let again = try await script.run(script.corpus + keep)
        #expect(again.status == 64)
        #expect(again.errors.contains("is not empty"))
    }

    @Test func `Selecting no case is a failure`() async throws {
        let run = try await script.run("--case", "no such case")
        #expect(run.status == 3)
        #expect(run.errors.contains("no case's id contains 'no such case'"))
    }

    @Test(arguments: [
        ["--cycles", "2"], ["--cycles", "many"], ["--report", "xml"], ["--configuration", "fast"],
        ["--corpus", "/nonexistent"], ["--runner", "/nonexistent"], ["--bogus", "1"], ["--case"],
        ["stray"], ["--heap", "--cycles", "3"],
    ])
    func `Bad usage is refused before anything is built`(arguments: [String]) async throws {
        let run = try await script.run(arguments)
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix("scripts/trial corpus: "))
    }
}

/// The script of this checkout, as a process.
private struct CorpusScript {
    /// The JSON that the script prints.
    struct Outcome: Decodable {
        struct Row: Decodable {
            var id: String
            var expected: String
            var reported: String
            var survivors: [String]
            var agree: Bool
            var culprit: String?
            var culprits: [String]?
            var problems: [String]
        }

        struct Culprits: Decodable, Equatable {
            var right: Int
            var leaky: Int
        }

        var cases: [Row]
        var agreed: Int
        var total: Int
        var culprits: Culprits?
    }

    private let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL
    /// The options that select the small corpus.
    var corpus: [String] {
        ["--corpus", root.appendingPathComponent("Tests/Fixtures/LeakCorpus").path, "--runner", Built.corpusRunner]
    }

    /// Runs the script on the small corpus.
    func run(_ arguments: String...) async throws -> Run { try await run(corpus + arguments) }

    func run(_ arguments: [String]) async throws -> Run {
        try await Started(
            root.appendingPathComponent("scripts/trial").path, ["corpus"] + arguments,
            environment: ["OUTLIVE_TRIAL_RECORD": "off"]
        ).end()
    }
}

extension Run {
    /// Decodes the script's JSON.
    fileprivate func outcome() throws -> CorpusScript.Outcome {
        try JSONDecoder().decode(CorpusScript.Outcome.self, from: Data(output.utf8))
    }
}
