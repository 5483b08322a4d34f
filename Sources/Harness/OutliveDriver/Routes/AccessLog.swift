/// The requests of an access log, which is read line by line, so that its size does not matter.
struct AccessLog {
    /// The longest line that is read, in bytes.
    private static let longestLine = 64 << 10
    /// The maximum number of lines that are read.
    private static let mostLines = 5_000_000

    private var collector: RequestCollector
    private var lines = 0
    /// The begin of a line whose end is not read yet.
    private var rest: [UInt8] = []

    init(allowsUnsafe: Bool) { collector = RequestCollector(allowsUnsafe: allowsUnsafe) }

    /// Returns `true` if the begin of a file has a line of an access log.
    static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(whereSeparator: isNewline).contains { AccessLogLine($0) != nil }
    }

    /// Adds the next bytes of the log.
    ///
    /// - Returns: `false` if no further lines are read.
    mutating func add(_ piece: UnsafeRawBufferPointer) -> Bool {
        var start = piece.startIndex
        while let end = piece[start...].firstIndex(where: Self.isNewline), lines < Self.mostLines {
            rest += piece[start..<end]
            endLine()
            start = end + 1
        }
        guard lines < Self.mostLines else { return false }
        rest += piece[start...]
        // No line of a log is as long.
        if rest.count > Self.longestLine { endLine() }
        return true
    }

    private mutating func endLine() {
        defer { rest.removeAll(keepingCapacity: true) }
        guard !rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else { return }
        lines += 1
        guard rest.count <= Self.longestLine, let entry = AccessLogLine(rest[...]) else { return collector.leaveOut() }
        collector.add(method: entry.method, target: entry.target)
        if !["GET", "HEAD", "OPTIONS", "DELETE"].contains(entry.method) {
            collector.note("an access log has no bodies, so its \(entry.method) requests are sent without one")
        }
    }

    /// Returns the routes of the log.
    ///
    /// - Parameter name: The name of the file for messages.
    /// - Throws: `UsageError` if nothing is left to request.
    consuming func file(_ name: String) throws(UsageError) -> RouteFile {
        endLine()
        if lines >= Self.mostLines { collector.note("only the first \(Self.mostLines) lines of \(name) were read") }
        return try collector.file(name)
    }

    private static func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
