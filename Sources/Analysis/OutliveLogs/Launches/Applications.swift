/// The name after the verb of an activity, such as `com.example.App` in `Open com.example.App`.
///
/// Tests can give activities any name, such as `Open settings`. A name in the form of a bundle identifier is taken for
/// an application at once, any other name only if the lines around it confirm that.
struct ApplicationName {
    let hash: UInt64
    /// `true` if the name has the form of a bundle identifier: one word with a dot in it.
    let isBundle: Bool
    /// `true` if it is almost certainly a bundle identifier: three or more parts that, unlike versions, do not begin
    /// with a digit.
    let isCertain: Bool

    /// Parses the name after a verb.
    ///
    /// - Parameters:
    ///   - text: the text of the activity.
    ///   - verb: the length of the verb and the space after it, in bytes.
    init(_ text: Bytes, after verb: Int) {
        var end = verb
        var dots = 0
        var hasNumber = verb < text.count && text[verb].isDigit
        while end < text.count, Self.isPart(text[end]) {
            if text[end] == UInt8(ascii: "."), end > verb, end + 1 < text.count, Self.isPart(text[end + 1]) {
                dots += 1
                if text[end + 1].isDigit { hasNumber = true }
            }
            end += 1
        }
        // A process identifier may follow.
        isBundle = dots > 0 && (end == text.count || !text[end].isBlank && text[end] != UInt8(ascii: "/"))
        isCertain = isBundle && dots > 1 && !hasNumber
        hash = BlockDigest(of: text.part(verb, isBundle ? end : text.count)).value
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        byte.isWord || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte >= 0x80
    }
}
