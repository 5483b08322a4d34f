/// A reader of a file of requests in pieces: an access log line by line, and another file as a whole.
package struct RequestReader {
    /// What a file is.
    package enum Content {
        case log(RouteFile)
        /// The bytes of a list, a HAR or an OpenAPI document.
        case document([UInt8])
    }

    /// The number of bytes after which it is known if a file is a log.
    private static let sample = 64 << 10

    private let name: String
    private let allowsUnsafe: Bool
    private var bytes: [UInt8] = []
    private var log: AccessLog?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - name: The name of the file for messages.
    ///   - allowsUnsafe: `true` to request methods that may change data.
    package init(named name: String, allowsUnsafe: Bool) { (self.name, self.allowsUnsafe) = (name, allowsUnsafe) }

    /// Adds the next bytes of the file.
    ///
    /// - Returns: `true` to read on.
    package mutating func add(_ piece: UnsafeRawBufferPointer) -> Bool {
        if log != nil { return log?.add(piece) ?? false }
        let isDecided = bytes.count >= Self.sample
        bytes += piece
        guard !isDecided, bytes.count >= Self.sample else { return bytes.count <= RequestFile.maximumBytes }
        return beginLog() ?? true
    }

    /// Reads the bytes so far as a log, or returns `nil` if they are of another file.
    private mutating func beginLog() -> Bool? {
        guard AccessLog.begins(bytes[...]) else { return nil }
        var log = AccessLog(allowsUnsafe: allowsUnsafe)
        let goesOn = bytes.withUnsafeBytes { log.add($0) }
        (self.log, bytes) = (log, [])
        return goesOn
    }

    /// Returns the content after the last bytes.
    ///
    /// - Throws: `UsageError` if the file is too long, or a log without a request to send.
    package consuming func end() throws(UsageError) -> Content {
        if log == nil, bytes.count < Self.sample { _ = beginLog() }
        if let log { return .log(try log.file(name)) }
        guard bytes.count <= RequestFile.maximumBytes else {
            throw UsageError(
                "\(name) has more than \(RequestFile.maximumBytes >> 20) MiB and is no access log: name a part of it")
        }
        return .document(bytes)
    }
}
