internal import Foundation
internal import OutliveReport

/// What the streams of this process can show.
enum Terminal {
    /// Whether people see what is written to standard error as it is written.
    static var errorIsInteractive: Bool {
        isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb"
    }

    /// Whether standard output is a terminal that was closed, which is one no longer but still a device.
    static var outputIsClosed: Bool {
        var status = stat()
        return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR && isatty(STDOUT_FILENO) == 0
    }

    /// Whether standard output may be coloured: on a terminal, unless NO_COLOR is set (no-color.org).
    static var outputTakesColor: Bool {
        isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR") ?? "" == "" && environment("TERM") != "dumb"
    }

    /// Whether the locale says that characters beyond ASCII can be shown.
    static var takesUnicode: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
        return locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
    }

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name]
    }
}
