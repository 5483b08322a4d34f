import Foundation

/// Runs the steps of a job one by one, as GitHub's runner does.
///
/// Each step has a shell of its own, and files for what it adds to `PATH`, to the outputs and to the summary. Expressions
/// are replaced by their values in the text of a step. Actions of other repositories are left out.
struct JobRunner {
    /// An expression without a value.
    struct UnknownExpression: Error { var name: String }

    /// The folder that the steps begin in.
    let workspace: Scratch
    let isInContainer: Bool
    /// The values of expressions, such as `matrix.machine`.
    var values: [String: String] = [:]
    /// The folders before those of this process's `PATH`.
    var path: [String] = []
    /// The folder of the action whose steps these are.
    private var action: String?

    var temporary: String { workspace.file("runner") }
    var summary: String { (try? String(contentsOfFile: workspace.file("runner/summary"), encoding: .utf8)) ?? "" }

    init(in workspace: Scratch, isInContainer: Bool = false, path: [String] = []) throws {
        (self.workspace, self.isInContainer, self.path) = (workspace, isInContainer, path)
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    }

    /// Runs the steps up to the first that fails, and returns how they ended.
    mutating func perform(_ steps: [Step]) async throws -> [Run] {
        var runs: [Run] = []
        for step in steps {
            runs += try await perform(step)
            if let last = runs.last, last.status != 0 { break }
        }
        return runs
    }

    private mutating func perform(_ step: Step) async throws -> [Run] {
        if let action = step.uses {
            guard action.hasPrefix("./") else { return [] }
            return try await perform(actionIn: workspace.file(String(action.dropFirst(2))), for: step)
        }
        let script = "\(temporary)/step.sh"
        try evaluate(step.run ?? "").write(toFile: script, atomically: true, encoding: .utf8)
        var environment = try (step.env ?? [:]).mapValues(evaluate)
        let inherited = ProcessInfo.processInfo.environment["PATH"] ?? ""
        environment["PATH"] = (path + [inherited]).joined(separator: ":")
        environment["GITHUB_WORKSPACE"] = workspace.path
        environment["RUNNER_TEMP"] = temporary
        environment["GITHUB_STEP_SUMMARY"] = "\(temporary)/summary"
        environment["GITHUB_ACTION_PATH"] = action
        for (variable, name) in [("GITHUB_PATH", "path"), ("GITHUB_OUTPUT", "output")] {
            try Data().write(to: URL(fileURLWithPath: "\(temporary)/\(name)"))
            environment[variable] = "\(temporary)/\(name)"
        }
        let run = try await Started(
            "/usr/bin/env", ["-C", workspace.path] + shell(of: step) + [script], environment: environment
        ).end()
        for output in try lines(of: "output") {
            let parts = output.split(separator: "=", maxSplits: 1).map(String.init)
            values["steps.\(step.id ?? "").outputs.\(parts[0])"] = parts.count > 1 ? parts[1] : ""
        }
        path = try lines(of: "path").reversed() + path
        return [run]
    }

    private mutating func perform(actionIn folder: String, for step: Step) async throws -> [Run] {
        let action = try CompositeAction(String(contentsOfFile: "\(folder)/action.yml", encoding: .utf8))
        var inner = try JobRunner(in: workspace, isInContainer: isInContainer, path: path)
        inner.action = folder
        for (name, input) in action.inputs {
            inner.values["inputs.\(name)"] = try step.with?[name].map(evaluate) ?? input.default ?? ""
        }
        let runs = try await inner.perform(action.runs.steps)
        path = inner.path
        guard runs.allSatisfy({ $0.status == 0 }) else { return runs }
        for (name, output) in action.outputs {
            values["steps.\(step.id ?? "").outputs.\(name)"] = try inner.evaluate(output.value)
        }
        return runs
    }

    /// The shell that GitHub uses for a step: `sh` where a container has no other one by default.
    private func shell(of step: Step) -> [String] {
        if step.shell == "bash" { return ["/bin/bash", "--noprofile", "--norc", "-e", "-o", "pipefail"] }
        return isInContainer ? ["/bin/sh", "-e"] : ["/bin/bash", "-e"]
    }

    private func lines(of file: String) throws -> [String] {
        try String(contentsOfFile: "\(temporary)/\(file)", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Returns a text with values in the place of its expressions.
    func evaluate(_ text: String) throws -> String {
        try text.replacing(/\$\{\{\s*(?<name>.*?)\s*\}\}/) { match in
            guard let value = values[String(match.name)] else { throw UnknownExpression(name: String(match.name)) }
            return value
        }
    }
}
