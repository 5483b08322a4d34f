import Foundation
import Testing
import Yams

/// The recipes of the article `ContinuousIntegration`, run step by step with the sample service.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ContinuousIntegrationTests {
    /// A file or a script in the article.
    private struct Recipe {
        /// The path that its first line names, or nothing for a script.
        var path: String
        var text: String
    }

    private let article: String
    private let recipes: [Recipe]
    private let checkout: Checkout
    private let sample: SampleBench

    init() async throws {
        article = try String(
            contentsOf: Checkout.repository.appendingPathComponent(
                "Sources/Application/Outlive/Outlive.docc/ContinuousIntegration.md"), encoding: .utf8)
        recipes = article.matches(of: /(?s)```(yaml|sh)\n(?:# (\S+)\n)?(.*?)```/).map { match in
            Recipe(path: match.output.2.map(String.init) ?? "", text: String(match.output.3))
        }
        checkout = try Checkout()
        sample = try await SampleBench()
        for program in ["swift", "apt-get", "xvfb-run"] {
            try FileManager.default.createDirectory(
                atPath: checkout.folder.file("stubs"), withIntermediateDirectories: true)
            try checkout.writeProgram("stubs/\(program)", "echo \"${0##*/} $@\" >>'\(checkout.folder.file("log"))'")
        }
        try configure()
    }

    /// Writes the options that the recipes name.
    private func configure(service: String = "", heap: Bool = false) throws {
        let options = """
            launch: "'\(Built.noteService)' serve --port {port} --data '\(sample.data)' \(service)"
            ready: notify
            reset: signal:RTMIN+1
            fidelity: off

            """
        try checkout.write("reset.yml", options + "pairs: 1\nwarmup: 0\nsoak: 2\n")
        try checkout.write(
            "service.yml",
            options + """
                work: "exec:'\(Built.noteService)' work --port {port}"
                cycles: 6
                leaks: off
                growth: off
                known: off
                heap: \(heap)
                allocations: \(heap)
                budget: \(heap ? "fail" : "off")

                """)
        try checkout.write("outlive.budget.yml", "budgets: [{name: note-service, allocations: 100000000}]\n")
    }

    private func runner(isInContainer: Bool = true) throws -> JobRunner {
        try JobRunner(in: checkout.folder, isInContainer: isInContainer, path: [checkout.folder.file("stubs")])
    }

    private func job(_ name: String, of file: String) throws -> Workflow.Job {
        let recipe = try #require(recipes.first { $0.path == ".github/workflows/\(file)" })
        return try #require(Workflow(recipe.text).jobs[name])
    }

    private func exists(_ names: String...) -> [Bool] {
        names.map { FileManager.default.fileExists(atPath: checkout.folder.file($0)) }
    }

    private func log() throws -> [String] {
        try String(contentsOfFile: checkout.folder.file("log"), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test(arguments: [("", Int32(0)), ("--leak static-cache", 1), ("--no-such-option", 3)])
    func `The job of GitHub keeps pages, summary and exit code`(service: String, status: Int32) async throws {
        try configure(service: service)
        let job = try job("reset", of: "reset.yml")
        var runner = try runner(isInContainer: job.container != nil)
        let runs = try await runner.perform(job.steps)
        #expect(runs.map(\.status) == [0, 0, status], "\(runs)")
        #expect(runner.values["steps.outlive.outputs.status"] == "\(status)")
        #expect(exists("outlive.md", "outlive.html", "outlive.sarif") == [true, true, true])
        #expect(runner.summary.contains("Outlive"), "\(runner.summary)")
        #expect(try log() == ["swift build -c release --traits LiveReset"])
        #expect(checkout.installed == "--prefix \(runner.temporary)/outlive\n")
    }

    @Test func `Reports of several machines are joined in a job of its own`() async throws {
        let measure = try job("measure", of: "machines.yml")
        for machine in ["ubuntu-22.04", "ubuntu-24.04"] {
            var runner = try runner()
            runner.values["matrix.machine"] = machine
            let runs = try await runner.perform(measure.steps)
            #expect(runs.allSatisfy { $0.status == 0 }, "\(runs)")
            // As the steps that upload and download do.
            let upload = try #require(measure.steps.last?.with)
            let download = try #require(job("merge", of: "machines.yml").steps.first { $0.with?["path"] != nil }?.with)
            let folder = checkout.folder.file(try #require(download["path"]))
            let file = try runner.evaluate(try #require(upload["path"]))
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.moveItem(atPath: checkout.folder.file(file), toPath: "\(folder)/\(file)")
        }
        var runner = try runner()
        let runs = try await runner.perform(job("merge", of: "machines.yml").steps)
        #expect(runs.allSatisfy { $0.status == 0 }, "\(runs)")
        #expect(runs.last?.output.contains("2 runs") == true, "\(runs)")
        #expect(exists("outlive.html", "outlive.sarif") == [true, true])
    }

    @Test func `The job with a budget judges allocations`() async throws {
        _ = try HeapTrial()
        try configure(heap: true)
        let steps = try job("allocations", of: "allocations.yml").steps
        var runner = try runner()
        let runs = try await runner.perform(steps)
        #expect(runs.map(\.status) == [0, 0, 0], "\(runs)")
        #expect(runs.last?.output.contains("Budget of note-service: kept") == true)
        #expect(exists("allocations.json") == [true])
    }

    @Test func `The job with windows has its screen, its bus and a folder for artifacts`() async throws {
        var runner = try runner()
        try checkout.writeProgram(
            "stubs/xvfb-run", "shift; echo \"$OUTLIVE_ARTIFACTS $@\" >>'\(checkout.folder.file("log"))'")
        let runs = try await runner.perform(job("ui", of: "ui.yml").steps)
        #expect(runs.map(\.status) == [0, 0], "\(runs)")
        let log = try log()
        try #require(log.count == 3, "\(log)")
        #expect(log.first == "apt-get update" && log[1].hasPrefix("apt-get install -y xvfb xauth "))
        #expect(log.last == "\(checkout.folder.path)/artifacts dbus-run-session -- swift test --traits LiveReset")
    }

    @Test func `The job of GitLab keeps its test cases and pages`() async throws {
        struct Pipeline: Decodable {
            struct Job: Decodable { var script: [String] }
            var reset: Job
        }
        let recipe = try #require(recipes.first { $0.path == ".gitlab-ci.yml" })
        let lines = try YAMLDecoder().decode(Pipeline.self, from: recipe.text).reset.script
        var runner = try runner()
        let runs = try await runner.perform(lines.map { Step(run: $0, shell: "bash") })
        #expect(runs.map(\.status) == [0, 0, 0], "\(runs)")
        #expect(exists("outlive.xml", "outlive.html", "outlive.sarif") == [true, true, true])
    }

    @Test func `The scripts for other services measure, compare, and keep the reports`() async throws {
        let scripts = recipes.filter(\.path.isEmpty).map(\.text)
        var runner = try runner()
        let script = try #require(scripts.first)
        let first = try await runner.perform([Step(run: script)])
        #expect(first.map(\.status) == [0], "\(first)")
        #expect(exists("reports/outlive.html", "reports/outlive.sarif", "reports/outlive.json") == [true, true, true])
        let installed = Step(uses: "./outlive")
        for name in ["main.json", "report.json"] {
            try FileManager.default.copyItem(
                atPath: checkout.folder.file("outlive.json"), toPath: checkout.folder.file(name))
        }
        let others = try await runner.perform([installed] + scripts.dropFirst().map { Step(run: $0) })
        // The last one compares builds of a service that there is not.
        #expect(others.map(\.status) == [0, 0, 0, 64], "\(others)")
        #expect(exists("comment.md", "report.html", "new.json") == [true, true, true])
    }

    @Test func `Each recipe is run by a test`() {
        #expect(
            recipes.map(\.path) == [
                ".github/workflows/reset.yml", ".gitlab-ci.yml", "", ".github/workflows/ui.yml",
                ".github/workflows/machines.yml", ".github/workflows/allocations.yml", "", "", "",
            ])
    }

    @Test func `Every command of the article is accepted`() async throws {
        let commands = Self.commands(in: article)
        #expect(
            Set(commands.compactMap { $0.split(separator: " ").first.map(String.init) }).isSuperset(of: [
                "bench", "soak", "merge", "report", "baseline", "budget", "compare", "test",
            ]))
        // Ends at once with a failure: the test is about command lines that are refused.
        try checkout.write(
            "reset.yml", "launch: 'false'\nready: notify\nreset: signal:RTMIN+1\nwarmup: 0\npairs: 1\nsoak: 0\n")
        try checkout.write(
            "service.yml",
            "launch: 'false'\nready: exit\nwork: exec:true\nheap: true\nallocations: true\nbudget: fail\n")
        try checkout.write(
            "outlive.budget.yml", "budgets: [{name: 'false', allocations: 1}, {test: 'A.b()', allocations: 1}]\n")
        for build in ["main/service", "branch/service"] {
            try FileManager.default.createDirectory(
                atPath: checkout.folder.file(build), withIntermediateDirectories: true)
        }
        for command in commands {
            let run = try await Started(
                "/bin/sh", ["-c", "cd \"$1\" && \"$0\" \(command)", Built.outlive, checkout.folder.path]
            ).end()
            #expect(run.status == 3 || run.status == 0, "\(command): \(run.errors)")
        }
    }

    /// What follows `outlive` in each command line, without what a CI service would do.
    private static func commands(in text: String) -> [String] {
        let joined = text.replacing(#/\\\n\s*/#, with: "")
            // A folded text of YAML.
            .replacing(#/>-\n\s*(?<first>.*)\n\s*--report/#) { "\n\($0.first) --report" }
            .replacing(#/\$\{\{.*?\}\}/#, with: "x").replacing("FORMAT[=FILE]", with: "text")
        let lines = #/(installed/bin/|`|^ *|- run: )outlive (?<words>[a-z]+ [^|`\n]*)/#.anchorsMatchLineEndings()
        return joined.matches(of: lines).map { String($0.words) }
    }
}
