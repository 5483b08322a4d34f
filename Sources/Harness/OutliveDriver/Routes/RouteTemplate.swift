/// The template of a path, in which values of identifiers are `{id}`.
enum RouteTemplate {
    private static let shortestHex = 8
    private static let lengthOfULID = 26

    /// Returns the template of a path: `/users/17/notes` becomes `/users/{id}/notes`.
    static func template(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { isIdentifier($0) ? "{id}" : String($0) }.joined(separator: "/")
    }

    /// Returns `true` for a number, a UUID, a ULID, and hexadecimal digits such as an ObjectId or a hash.
    private static func isIdentifier(_ segment: Substring) -> Bool {
        let bytes = segment.utf8
        guard !bytes.isEmpty else { return false }
        if bytes.allSatisfy(isDigit) { return true }
        let groups = segment.split(separator: "-", omittingEmptySubsequences: false)
        if groups.map(\.utf8.count) == [8, 4, 4, 4, 12] { return groups.allSatisfy { $0.utf8.allSatisfy(isHex) } }
        guard bytes.contains(where: isDigit) else { return false }
        if bytes.count >= shortestHex, bytes.allSatisfy(isHex) { return true }
        return bytes.count == lengthOfULID
            && segment.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase && !"ILOU".contains($0)) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
