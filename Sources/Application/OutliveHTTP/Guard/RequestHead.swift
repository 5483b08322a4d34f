#if LiveReset
/// The request line and header fields of a request, as sent by the client.
///
/// Parsing is strict: input that two parsers could interpret differently is refused.
struct RequestHead: Equatable, Sendable {
    /// A header field.
    ///
    /// Names keep their case. Bytes beyond ASCII become ISO 8859-1 characters.
    struct Field: Equatable, Sendable {
        var name: String
        var value: String
    }

    /// The largest number of header fields.
    static let mostFields = 100

    var method: String
    /// The path, still percent-encoded.
    var path: String
    /// The part after the first question mark, still percent-encoded, or `nil` without one.
    var query: String?
    var fields: [Field]
    /// The number of bytes in the body.
    var contentLength: Int

    /// The value of the first field with this name, ignoring case, or `nil` if there is none.
    subscript(name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.lowercased() == name }?.value
    }
}
#endif
