import Foundation
import Testing

/// The recipes of the article `ContinuousIntegration`: `outlive` accepts each command line in them.
@Suite(.timeLimit(.minutes(5)))
struct ContinuousIntegrationRecipeTests {
    @Test func `Every command of the recipes is accepted`() async throws {
        let article = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../Sources/Application/Outlive/Outlive.docc/ContinuousIntegration.md"),
            encoding: .utf8)
        let commands = Self.commands(in: article)
        #expect(commands.count >= 5)
        #expect(
            Set(commands.compactMap(\.first)).isSuperset(of: [
                "bench", "soak", "merge", "report", "baseline", "budget", "compare",
            ]))
        for format in ["html", "sarif", "junit"] {
            #expect(commands.contains { $0.contains { $0.hasPrefix("\(format)=") } })
        }
        let scratch = try Scratch()
        // Ends at once with a failure: the test is about command lines that are refused.
        try "launch: 'false'\nready: notify\nreset: signal:RTMIN+1\nwarmup: 0\npairs: 1\nsoak: 0\n"
            .write(toFile: scratch.file("reset.yml"), atomically: true, encoding: .utf8)
        try "launch: 'false'\nready: exit\nwork: exec:true\nheap: true\nallocations: true\nbudget: fail\n"
            .write(toFile: scratch.file("service.yml"), atomically: true, encoding: .utf8)
        try "budgets: [{name: 'false', allocations: 1}, {test: 'A.b()', allocations: 1}]\n"
            .write(toFile: scratch.file("outlive.budget.yml"), atomically: true, encoding: .utf8)
        for command in commands {
            let run = try await Started("/usr/bin/env", ["-C", scratch.path, Built.outlive] + command).end()
            #expect(run.status == 3 || run.status == 0, "\(command): \(run.errors)")
        }
    }

    /// The words after `outlive` in each command line, without what a shell or a CI service would do.
    private static func commands(in text: String) -> [[String]] {
        let joined = text.replacing(#/\\\n\s*/#, with: "")
            // A folded text of YAML.
            .replacing(#/>-\n\s*(?<first>.*)\n\s*--report/#) { "\n\($0.first) --report" }
            .replacing(#/\$\{\{.*?\}\}/#, with: "x").replacing("FORMAT[=FILE]", with: "text")
        let lines = #/(outlive/\.build/release/|`|^)outlive (?<words>[a-z]+ [^|`\n]*)/#.anchorsMatchLineEndings()
        return joined.matches(of: lines).map { $0.words.split(separator: " ").map(String.init) }
    }
}
