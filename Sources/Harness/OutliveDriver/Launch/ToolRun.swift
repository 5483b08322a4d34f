internal import OutliveModel
internal import OutliveSupport
internal import Subprocess
internal import SystemPackage

/// A failure of a tool to produce usable output.
struct ToolFailure: Error, Hashable {
    /// The description of the failure, to follow the name of the tool.
    var message: String
    /// The exit code, if the tool exited with an error.
    var code: Int32?
    /// The signal that ended the tool, if there was one.
    var signal: Int32?
    /// The output before the tool exited with an error or a signal ended it.
    var output: [UInt8] = []
    /// The end of its standard error.
    var errors: [UInt8] = []
}

/// Runs a program with input until it ends, and returns its output.
///
/// The program runs in its own process group, which is killed when it has ended, at the deadline, or when the task is
/// cancelled.
///
/// - Parameters:
///   - program: The path of the program, or a name to find in `PATH`.
///   - arguments: The arguments, without the program's own name.
///   - environment: The complete environment, or `nil` for that of this process.
///   - input: The data for standard input.
///   - outputLimit: The maximum size of the output in bytes.
///   - deadline: The maximum run time.
/// - Throws: `ToolFailure` if the program cannot be started, exits with a code other than 0, is killed, prints too much
///   or exceeds the deadline; `CancellationError`.
func runTool(
    _ program: String, arguments: [String], environment: [String: String]? = nil, input: [UInt8] = [],
    outputLimit: Int, deadline: Duration
) async throws -> [UInt8] {
    var options = PlatformOptions()
    options.processGroupID = 0
    let configuration = Configuration(
        executable: program.contains("/") ? .path(FilePath(program)) : .name(program),
        arguments: Arguments(arguments),
        environment: environment.map { variables in
            .custom(Dictionary(uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0), $1) }))
        } ?? .inherit,
        platformOptions: options)
    let result: ExecutionResult<ToolOutput, SequenceOutput, SequenceOutput>
    do {
        try requireDescriptors(toStart: program)
        result = try await run(
            configuration, input: .fileDescriptor(inputFile(input), closeAfterSpawningProcess: true),
            output: .sequence, error: .sequence
        ) { tool in
            await ToolOutput(of: tool, limit: outputLimit, deadline: deadline)
        }
    } catch let error as SubprocessError {
        throw ToolFailure(message: "cannot be started: \(error.underlyingError.map { "\($0)" } ?? "\(error)")")
    } catch let error as Failure {
        throw ToolFailure(message: "cannot be started: \(error.message)")
    }
    let (output, errors) = (try result.closureResult.bytes.get(), result.closureResult.errors)
    switch result.terminationStatus {
    case .exited(0): return output
    case .exited(let code):
        throw ToolFailure(message: "ended with status \(code)", code: code, output: output, errors: errors)
    case .signaled(let signal):
        throw ToolFailure(message: "was killed by signal \(signal)", signal: signal, output: output, errors: errors)
    }
}

/// The output of a program until its end.
private struct ToolOutput: Sendable {
    let bytes: Result<[UInt8], any Error>
    let errors: [UInt8]

    /// Reads the output until the program has ended, and kills its process group.
    init(of tool: Execution<some InputProtocol, SequenceOutput, SequenceOutput>, limit: Int, deadline: Duration) async {
        let process = tool.processIdentifier.value
        async let errors = Self.tail(of: tool.standardError, 4096)
        do {
            bytes = .success(
                try await withThrowingTaskGroup(of: [UInt8].self) { tasks in
                    // It is not reaped yet, so its number still is that of its group.
                    defer { kill(-process, SIGKILL) }
                    tasks.addTask { try await Self.output(of: tool.standardOutput, process, limit) }
                    tasks.addTask {
                        try await Task.sleep(for: deadline)
                        throw ToolFailure(message: "took more than \(deadline)")
                    }
                    defer { tasks.cancelAll() }
                    return try await tasks.next()!
                })
        } catch {
            bytes = .failure(error)
        }
        self.errors = await errors
    }

    private static func output(
        of stream: SubprocessOutputSequence, _ process: pid_t, _ limit: Int
    ) async throws -> [UInt8] {
        var output: [UInt8] = []
        for try await part in stream {
            output += part.withUnsafeBytes { Array($0) }
            guard output.count <= limit else { throw ToolFailure(message: "printed more than \(limit) bytes") }
        }
        // The exit usually follows immediately after the output is closed, so the first pauses are short.
        var pause = Duration.microseconds(100)
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 || errno == EINTR {
            if information.si_signo == SIGCHLD { break }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(20))
        }
        return output
    }

    private static func tail(of stream: SubprocessOutputSequence, _ count: Int) async -> [UInt8] {
        var tail: [UInt8] = []
        do {
            for try await part in stream { tail = (tail + part.withUnsafeBytes { Array($0) }).suffix(count) }
        } catch {}
        return tail
    }
}

/// Returns a file with the input of a program.
///
/// swift-subprocess would write the input to a pipe, and SIGPIPE would end this process if the program reads no more.
private func inputFile(_ input: [UInt8]) throws -> FileDescriptor {
    // memfd_create(2) with MFD_CLOEXEC, which no Swift module imports.
    let create: @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32 = try DynamicLibrary.process
        .function("memfd_create")
    let file = FileDescriptor(rawValue: create("input", 1))
    do {
        try file.writeAll(input)
        try file.seek(offset: 0, from: .start)
        return file
    } catch {
        if file.rawValue >= 0 { try? file.close() }
        throw ToolFailure(message: "cannot be started without a file for its input: \(error)")
    }
}

/// Checks that this process can still open the descriptors that the start of a program takes.
///
/// swift-subprocess ends this process by a trap if they run out halfway through a start.
///
/// - Throws: `Failure` if there are too few.
func requireDescriptors(toStart command: some CustomStringConvertible) throws(Failure) {
    // Pipes, the process, and what is needed to read them.
    let needed = 16
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(
                .harness,
                "cannot start '\(command)': \(reason): of the \(needed) descriptors that it takes \(opened.count) are "
                    + "free; raise the limit with ulimit -n")
        }
        opened.append(descriptor)
    }
}
