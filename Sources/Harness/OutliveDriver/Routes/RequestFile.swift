package import OutliveModel
internal import OutliveSupport

/// A file of requests as a whole: a list, a HAR or an OpenAPI document.
package enum RequestFile {
    /// The maximum size in bytes. An access log has none.
    package static let maximumBytes = 64 << 20

    /// The maximum number of values in a document.
    private static let mostValues = 2_000_000

    /// Returns the routes of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file for messages.
    ///   - allowsUnsafe: `true` to request methods that may change data.
    /// - Throws: `UsageError` if the file is of none of the formats, or has no request to send.
    package static func routes(
        _ bytes: [UInt8], named name: String, allowsUnsafe: Bool
    ) throws(UsageError) -> RouteFile {
        let name = name.onOneLine(upTo: 200)
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw UsageError(
                "\(name) is no text in UTF-8: name a list of requests, an access log, a HAR or an OpenAPI document")
        }
        let first = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
        if first == "{" {
            return try routes(of: document(bytes, named: name), named: name, allowsUnsafe: allowsUnsafe)
        }
        var collector = RequestCollector(allowsUnsafe: allowsUnsafe)
        try RequestList(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline), named: name)
            .add(to: &collector)
        return try collector.file(name)
    }

    private static func document(_ bytes: [UInt8], named name: String) throws(UsageError) -> JSONValue {
        var values = 0
        do {
            // A mark of the byte order is no JSON.
            let json = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
            let checked = try CheckedJSON(json) {
                values += 1
                return values > mostValues
            }
            return try checked.decode(JSONValue.self)
        } catch {
            guard values <= mostValues else {
                throw UsageError("\(name) has more than \(grouped(mostValues)) values: name a part of it")
            }
            throw UsageError("\(name) is not valid JSON (\("\(error)".onOneLine(upTo: 200))): write it anew")
        }
    }

    /// Returns the routes of a HAR or of an OpenAPI document, which was read from JSON or from YAML.
    ///
    /// - Parameters:
    ///   - name: The name of the file for messages.
    ///   - allowsUnsafe: `true` to request methods that may change data.
    /// - Throws: `UsageError` if it is another document, or has no request to send.
    package static func routes(
        of document: JSONValue, named name: String, allowsUnsafe: Bool
    ) throws(UsageError) -> RouteFile {
        var collector = RequestCollector(allowsUnsafe: allowsUnsafe)
        if let archive = HARFile(document) {
            archive.add(to: &collector)
        } else if let api = OpenAPIDocument(document) {
            api.add(to: &collector)
        } else if document.object?["swagger"] != nil {
            throw UsageError("\(name) is an OpenAPI document of version 2, and 3.0 and 3.1 are read: convert it")
        } else {
            throw UsageError("\(name) is neither a HAR (log.entries) nor an OpenAPI document (openapi, paths)")
        }
        return try collector.file(name)
    }

    /// Returns `true` if a file is an OpenAPI document in YAML.
    package static func isYAML(_ text: String) -> Bool {
        text.prefix(65_536).split(whereSeparator: \.isNewline).contains {
            $0.hasPrefix("openapi:") || $0.hasPrefix("swagger:")
        }
    }
}
