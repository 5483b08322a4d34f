internal import Foundation
internal import OutliveReport

/// What the streams of this process can show.
enum Terminal {
    /// Whether people see what is written to standard error as it is written.
    static var errorIsInteractive: Bool {
        isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb"
    }

    /// Whether a standard stream is a terminal that was closed, which is one no longer but still a device.
    static func isClosed(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor) == 0
    }

    /// What may be shown on a standard stream: colour on a terminal, unless NO_COLOR is set (no-color.org).
    static func style(of descriptor: Int32) -> TextStyle {
        let takesColor = isatty(descriptor) == 1 && environment("NO_COLOR") ?? "" == "" && environment("TERM") != "dumb"
        return TextStyle(
            color: takesColor, unicode: takesUnicode, width: width(of: descriptor), isWorkflowLog: isWorkflowLog)
    }

    /// Whether a runner of GitHub Actions reads what is written to the standard streams.
    static var isWorkflowLog: Bool { environment("GITHUB_ACTIONS") == "true" }

    /// The text as the standard streams may show it.
    static func shown(_ text: String) -> String { isWorkflowLog ? text.withoutWorkflowCommands : text }

    /// The columns of a line: those of COLUMNS, else of the terminal, 60 to 200; 80 if there is neither.
    private static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        let terminal = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
        let asked = environment("COLUMNS").flatMap { Int($0) } ?? 0
        let columns = [asked, terminal].first { $0 > 0 } ?? 80
        return min(max(columns, 60), 200)
    }

    /// Whether the locale says that characters beyond ASCII can be shown.
    private static var takesUnicode: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
        return locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
    }

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name]
    }
}
