internal import Dispatch
internal import Foundation
internal import OutliveReport
internal import OutliveSupport

/// The whole screen of a terminal, for a program that reads single keys.
///
/// Used by one thread. The terminal is restored by `leave()`, and by a signal that ends the process.
final class TerminalScreen {
    /// An event of the terminal.
    enum Event {
        case keys([KeyPress])
        case resized
        /// Another thread called `wake`.
        case woken
        /// The terminal is closed, or the process is asked to end.
        case ended
    }

    private var restored = termios()
    /// A pipe through which signals arrive: a thread of any kind may receive them.
    private let signals = Pipe()
    private var sources: [any DispatchSourceSignal] = []

    /// `true` if standard input and output are a terminal that can show a screen.
    static var isAvailable: Bool {
        errorIsInteractive && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    /// Takes the terminal.
    ///
    /// - Parameter signals: The signals that are events here, rather than for the rest of the process.
    init(signals watched: [Int32] = [SIGWINCH, SIGTERM, SIGHUP, SIGINT]) {
        tcgetattr(STDIN_FILENO, &restored)
        let pipe = signals.fileHandleForWriting.fileDescriptor
        sources = watched.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { try? writeAll([UInt8(number)], to: pipe) }
            source.resume()
            return source
        }
        enter()
    }

    /// Ends the present or next call of `next`, from any thread.
    var wake: @Sendable () -> Void {
        { [signals] in try? writeAll([0], to: signals.fileHandleForWriting.fileDescriptor) }
    }

    private func enter() {
        var raw = restored
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        // The alternate screen, no line breaks at the right edge, and no cursor.
        write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l")
    }

    /// Restores the terminal.
    func leave() {
        write("\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l")
        tcsetattr(STDIN_FILENO, TCSADRAIN, &restored)
    }

    /// Stops the process, as Ctrl-Z does, and takes the terminal again when it continues.
    func suspend() {
        leave()
        // To this thread: another one could stop the process later, when the screen is taken again. A thread that a
        // dispatch queue started blocks signals.
        var (stop, before) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        pthread_kill(pthread_self(), SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        enter()
    }

    /// The lines of the terminal.
    var rows: Int {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : 24
    }

    /// The style of text on the screen, as wide as the terminal.
    var style: TextStyle {
        var style = TextStyle(of: STDOUT_FILENO)
        style.width = max(terminalColumns(of: STDOUT_FILENO) ?? style.width, 40)
        return style
    }

    /// Replaces the screen.
    func show(_ lines: [String]) {
        write(ScreenParts.drawing(lines.prefix(rows)))
    }

    /// Waits for the next event.
    func next() -> Event {
        var entries = [STDIN_FILENO, signals.fileHandleForReading.fileDescriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while poll(&entries, 2, -1) < 0 { guard errno == EINTR else { return .ended } }
        var bytes = [UInt8](repeating: 0, count: 256)
        if entries[1].revents != 0 {
            guard read(entries[1].fd, &bytes, 1) == 1 else { return .ended }
            return bytes[0] == 0 ? .woken : Int32(bytes[0]) == SIGWINCH ? .resized : .ended
        }
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        return count > 0 ? .keys(KeyPress.keys(in: Array(bytes[..<count]))) : .ended
    }

    private func write(_ text: String) { try? writeAll(text.utf8, to: STDOUT_FILENO) }
}
