#if LiveReset
/// The request line and the header fields of a request, as the client wrote them.
///
/// Parsing is a pure function of bytes, and strict: what two readers could understand in two ways is refused, not
/// mended.
struct RequestHead: Equatable, Sendable {
    /// A header field.
    ///
    /// Names keep their case; bytes beyond ASCII become the characters of ISO 8859-1.
    struct Field: Equatable, Sendable {
        var name: String
        var value: String
    }

    /// How many header fields a request may have.
    static let mostFields = 100

    var method: String
    /// The path, still percent-encoded.
    var path: String
    /// What follows the first question mark, still percent-encoded; nil without one.
    var query: String?
    var fields: [Field]
    /// How many bytes of body follow.
    var contentLength: Int

    /// The value of a field; nil where the request does not have it.
    ///
    /// Those that decide anything occur once at most.
    subscript(name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.lowercased() == name }?.value
    }
}
#endif
