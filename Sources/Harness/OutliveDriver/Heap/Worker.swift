internal import OutliveModel
internal import OutliveSupport

/// A process with the heap tier that the measured one started, directly or through others.
package struct Worker: Hashable, Sendable {
    package var processID: Int32
    /// The start time in clock ticks since boot, which distinguishes processes that have the same number in succession.
    package var started: UInt64
    /// The file name of its program, with the first argument if that is a plain word, such as `import` of `app import`.
    package var name: String
}

extension ProcessFiles {
    /// The name of a worker; see `Worker.name`.
    var workerName: String? {
        guard let programName else { return nil }
        let arguments = text("cmdline")?.utf8.split(separator: 0, omittingEmptySubsequences: false) ?? []
        guard arguments.count > 1, let word = String(arguments[1]),
            word.first?.isLetter == true, word.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") })
        else { return programName.onOneLine() }
        return "\(programName) \(word)".onOneLine()
    }
}
