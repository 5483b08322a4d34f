internal import OutliveSupport

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

    fileprivate static func overdue(_ deadline: Duration) -> ToolFailure {
        ToolFailure(message: "took more than \(deadline)")
    }
}

/// Runs a program with input and returns its output, blocking the calling thread.
///
/// Input and output are transferred concurrently, so that full buffers cannot cause a deadlock. Standard error is
/// discarded. The program runs in its own process group, which is killed at the deadline.
///
/// - Parameters:
///   - arguments: The arguments, without the program's own name.
///   - outputLimit: The maximum size of the output in bytes.
/// - Throws: `ToolFailure` if the program cannot be started, exits with a code other than 0, is killed, prints too much
///   or exceeds the deadline.
func runTool(
    _ path: String, arguments: [String], environment: [String: String], input: [UInt8], outputLimit: Int,
    deadline: Duration
) throws(ToolFailure) -> [UInt8] {
    // One socket serves both directions. Unlike with a pipe, `MSG_NOSIGNAL` avoids a SIGPIPE if the program exits
    // early.
    var sockets: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
        throw ToolFailure(message: "cannot be started without a socket: \(systemError())")
    }
    let socket = sockets[0]
    defer { close(socket) }
    let process: pid_t
    do throws(SystemError) {
        defer { close(sockets[1]) }
        process = try spawn(
            path, [path] + arguments, environment: environment,
            sharing: .isolated(input: sockets[1], output: sockets[1]))
    } catch {
        throw ToolFailure(message: "cannot be started: \(error)")
    }

    let end = ContinuousClock.now + deadline
    var exchange = Exchange(socket: socket, input: input, outputLimit: outputLimit)
    let outcome = Result { () throws(ToolFailure) in try exchange.run(until: end, deadline) }
    let (status, hasEnded) = reap(process, until: (try? outcome.get()) == nil ? .now : end)
    try outcome.get()
    // If other code of this process reaped the child, the output is the only evidence.
    guard let status else { return exchange.output }
    guard hasEnded else { throw .overdue(deadline) }
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    guard signal == 0 else {
        throw ToolFailure(message: "was killed by signal \(signal)", signal: signal, output: exchange.output)
    }
    guard code == 0 else {
        throw ToolFailure(message: "ended with status \(code)", code: code, output: exchange.output)
    }
    return exchange.output
}

/// A concurrent transfer of input and output over a socket.
private struct Exchange {
    let socket: Int32
    let input: [UInt8]
    let outputLimit: Int
    var sent = 0
    var output: [UInt8] = []

    /// Sends all input and receives output until the other side closes.
    mutating func run(until end: ContinuousClock.Instant, _ deadline: Duration) throws(ToolFailure) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        if input.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
        while true {
            let sending = sent < input.count
            var entry = pollfd(fd: socket, events: Int16(POLLIN) | (sending ? Int16(POLLOUT) : 0), revents: 0)
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw .overdue(deadline) }
            let milliseconds = Int32(min(max(left / .milliseconds(1), 1), 1000))
            guard poll(&entry, 1, milliseconds) > 0 else { continue }  // The loop checks the deadline.
            if sending, entry.revents & Int16(POLLOUT) != 0 { send() }
            if entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
                let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                if count == 0 || (count < 0 && errno == ECONNRESET) { return }
                if count > 0 { output += buffer[..<count] }
                guard output.count <= outputLimit else {
                    throw ToolFailure(message: "printed more than \(outputLimit) bytes")
                }
            }
        }
    }

    private mutating func send() {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let count = input[sent...].withUnsafeBytes { OutliveSupport.send(socket, $0.baseAddress, $0.count, flags) }
        if count > 0 { sent += count }
        // The program no longer reads its input, but its output may still be useful.
        if count < 0, errno != EAGAIN, errno != EINTR { sent = input.count }
        if sent == input.count { shutdown(socket, Int32(SHUT_WR)) }
    }
}

/// Waits until a process ends or the deadline passes, then kills the rest of its process group.
///
/// - Returns: The status as `waitpid` reports it, or `nil` if other code reaped the process; `hasEnded` is `false` if the
///   process was killed at the deadline.
private func reap(_ process: pid_t, until end: ContinuousClock.Instant) -> (status: Int32?, hasEnded: Bool) {
    // The exit usually follows immediately after the output is closed, so the first pauses are short.
    var pause: UInt32 = 100
    var information = siginfo_t()
    // Without reaping, the process keeps its ID, and so its group, until the group is killed.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 || errno == EINTR {
        if information.si_signo == SIGCHLD || ContinuousClock.now >= end { break }
        usleep(pause)
        pause = min(pause * 2, 20_000)
    }
    let hasEnded = information.si_signo == SIGCHLD
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
        if errno != EINTR { return (nil, hasEnded) }
    }
    return (status, hasEnded)
}
