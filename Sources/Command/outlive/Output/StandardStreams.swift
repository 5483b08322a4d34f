internal import Foundation
internal import OutliveReport
internal import OutliveSupport

/// Writes all bytes to an open file, pipe or terminal.
///
/// `FileHandle.write(_:)` would end the process on an error, with the children still alive.
///
/// - Throws: `SystemError`, with `EPIPE` if the pipe is closed and SIGPIPE is ignored.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else {
            try waitToRetry(descriptor, for: POLLOUT)
        }
    }
}

/// Waits a moment after an interrupted call, or if another process on the terminal has made it non-blocking.
///
/// - Throws: `SystemError` if the call failed for another reason.
func waitToRetry(_ descriptor: Int32, for event: Int32) throws(SystemError) {
    if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        poll(&entry, 1, 100)
    } else if errno != EINTR {
        throw SystemError(code: errno)
    }
}

/// Makes failed writes errors: SIGPIPE, and SIGXFSZ at the size limit of a file, would end this process before its
/// children.
func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// Restores the default action of SIGCHLD.
///
/// If the parent of this process ignores it, the exit status of every child is lost.
func restoreChildSignal() { signal(SIGCHLD, SIG_DFL) }

/// Writes text to standard error, ignoring errors.
func writeToStandardError(_ text: String) { try? writeAll(text.utf8, to: STDERR_FILENO) }

/// Writes one line to standard error.
func printError(_ message: String) { writeToStandardError(printable(message) + "\n") }

/// Returns a text that is safe for the standard streams.
func printable(_ text: String) -> String { isInWorkflow ? text.withoutWorkflowCommands : text }

/// `true` if a runner of GitHub Actions reads the standard streams.
private var isInWorkflow: Bool { environment("GITHUB_ACTIONS") == "true" }

/// `true` if standard error is a terminal that can show progress.
var errorIsInteractive: Bool { isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb" }

/// Returns `true` if a stream is a closed terminal, which is still a device.
func isClosedTerminal(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor) == 0
}

/// Returns the number of columns of a terminal, or `nil` if it has none.
func terminalColumns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}

extension TextStyle {
    /// Creates the style of a standard stream, with colour on a terminal unless NO_COLOR is set (no-color.org).
    ///
    /// The width of lines is COLUMNS, or the terminal's width, within 60 to 200, or else 80.
    init(of descriptor: Int32) {
        let takesColor = isatty(descriptor) == 1 && environment("NO_COLOR") ?? "" == "" && environment("TERM") != "dumb"
        let asked = environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let width = min(max(asked ?? terminalColumns(of: descriptor) ?? 80, 60), 200)
        self.init(color: takesColor, unicode: takesUnicode, width: width, isWorkflowLog: isInWorkflow)
    }
}

/// `true` if the locale supports characters beyond ASCII.
private var takesUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    return locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
}

private func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
