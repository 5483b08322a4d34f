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
        return TextStyle(color: takesColor, unicode: takesUnicode)
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
