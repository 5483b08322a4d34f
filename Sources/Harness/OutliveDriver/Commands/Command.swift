internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// A program and its arguments, run without a shell.
package struct Command: TemplateValue, CustomStringConvertible {
    /// The program, a path or a name to find in `PATH`.
    package var program: String
    package var arguments: [String]

    package init(program: String, arguments: [String] = []) {
        self.program = program
        self.arguments = arguments
    }

    /// Splits the text into shell words, which are filled one by one, so that a value never splits a word.
    package static func parse(_ text: String) throws(UsageError) -> @Sendable (Placeholders) -> Command {
        let words = try shellWords(text)
        guard let program = words.first, !program.isEmpty else {
            throw UsageError("a command is missing: write a program and its arguments")
        }
        let (first, others) = (PlaceholderText(program), words.dropFirst().map { PlaceholderText($0) })
        return { values in
            Command(program: first.filled(with: values), arguments: others.map { $0.filled(with: values) })
        }
    }

    /// Splits a text without placeholders into shell words.
    ///
    /// - Throws: `UsageError` if it needs a shell, or is empty.
    package init(words text: String) throws(UsageError) {
        let words = try shellWords(text)
        guard let program = words.first, !program.isEmpty else {
            throw UsageError("a command is missing: write a program and its arguments")
        }
        self.init(program: program, arguments: Array(words.dropFirst()))
    }

    package var description: String { ([program] + arguments).joined(separator: " ") }
    package var isInstalled: Bool { executable != nil }

    /// The path of the file to run, or `nil` if no candidate is executable.
    var executable: String? { candidates.first { access($0, X_OK) == 0 && !Self.isFolder($0) } }

    private var candidates: [String] {
        if program.contains("/") { return [program] }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(program)" }
    }

    /// Returns the reason why the program cannot be started, and the remedy, as the end of a sentence.
    func obstacle(to error: SystemError) -> String {
        switch error.code {
        case ENOENT, ENOTDIR, EACCES, EISDIR: obstacleToFinding
        case ENOEXEC: "\(error); it is a script without #! in its first line, or a program for another machine"
        case EMFILE: "\(error): no more descriptors are free; raise the limit with ulimit -n"
        default: "\(error)"
        }
    }

    private var obstacleToFinding: String {
        guard let file = candidates.first(where: { access($0, F_OK) == 0 }) else {
            if program.hasPrefix("~") { return "~ stands for a folder in a shell only; write the whole path" }
            return program.contains("/")
                ? "there is no such file; check the path"
                : "there is no such program in PATH; check the name, or write ./\(program) for one in this folder"
        }
        if Self.isFolder(file) { return "\(file) is a folder; name a program" }
        if access(file, X_OK) != 0 { return "\(file) is not executable; check its permissions" }
        return "\(file) exists, but what runs it does not; check its first line and the libraries it needs"
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension Command {
    /// The variables that keep the heap tier out of a program, even if this process has it.
    static let withoutHeapTier: [String: String?] = [
        EnvironmentName.heap: nil, EnvironmentName.heapFrames: nil, EnvironmentName.heapExit: nil,
        EnvironmentName.heapGraph: nil, EnvironmentName.heapSample: nil, EnvironmentName.heapProbe: nil,
        EnvironmentName.heapAllocations: nil,
        EnvironmentName.heapTests: nil, EnvironmentName.heapStates: nil, EnvironmentName.target: nil,
    ]

    /// Runs the command until it ends, requires status 0, and kills its remaining descendants.
    ///
    /// - Parameter purpose: the subject of an error message, or `nil` for the helper's role.
    func runExpectingSuccess(
        for helper: HelperCommand, purpose: String? = nil, failingWith code: Failure.Code, outputLimit: Int = 65_536
    ) async throws -> OutputBuffer {
        let result = try await runToItsEnd(
            .command(), for: helper, purpose: purpose, failingWith: code, outputLimit: outputLimit)
        try await result.child.end(nil)
        return result.output
    }

    /// Runs the command until it ends and requires status 0, but leaves its descendants until the caller ends the
    /// child.
    ///
    /// The search for descendants takes time that must not be measured. The command gets the environment of this
    /// process without the variables of a watched application.
    func runToItsEnd(
        _ mark: ProcessFamilyMark, for helper: HelperCommand, purpose: String? = nil, failingWith code: Failure.Code,
        outputLimit: Int = 65_536
    ) async throws -> (child: ChildProcess, exit: ProcessExit, output: OutputBuffer) {
        let output = OutputBuffer(limit: outputLimit)
        let errors = OutputBuffer(limit: 65_536)
        let child = try ChildProcess.spawn(
            self, mark: mark,
            environment: [
                EnvironmentName.directory: nil, EnvironmentName.notifySocket: nil, EnvironmentName.settle: nil,
                EnvironmentName.leaks: nil, EnvironmentName.token: nil,
            ].merging(Self.withoutHeapTier) { $1 },
            output: output, errors: errors)
        do {
            let exit = try await child.exit.get()
            guard !exit.isSuccess else { return (child, exit, output) }
            throw Failure(
                code, "\(purpose ?? helper.purpose) '\(self)' \(exit): run it by hand",
                output: errors.crashExcerpt ?? output.excerpt, printedBy: helper)
        } catch {
            try await child.end(nil)
            throw error
        }
    }

    /// Runs a tool that is independent of any application, and returns its standard output.
    ///
    /// - Throws: `Failure` if it cannot be started, fails, times out or exceeds the output limit; `CancellationError`,
    ///   after killing it.
    package func output(
        purpose: String, within limit: Duration, outputLimit: Int = 1 << 26
    ) async throws -> [UInt8] {
        let outcome = try await firstOf(timeout: limit) {
            try await runExpectingSuccess(for: .tool, purpose: purpose, failingWith: .harness, outputLimit: outputLimit)
        }
        guard case .value(let output) = outcome else {
            throw Failure(.harness, "\(purpose) '\(self)' took more than \(limit): run it by hand")
        }
        guard output.received <= outputLimit else {
            throw Failure(.harness, "\(purpose) '\(self)' printed more than \(outputLimit) bytes: run it by hand")
        }
        return output.tail
    }
}

extension HelperCommand {
    var purpose: String {
        switch self {
        case .work: "the work"
        case .probe: "the probe"
        case .reset: "the reset command"
        case .tool: "the program"
        }
    }
}
