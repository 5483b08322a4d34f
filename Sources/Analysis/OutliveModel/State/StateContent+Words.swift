internal import OutliveSupport

extension StateContent {
    /// The value in words, such as `14 entries`, `nil` or `.busy`.
    package var words: String {
        switch self {
        case .unused: "not used yet"
        case .none: "none"
        case .nil: "nil"
        case .bool(let value): "\(value)"
        case .signed(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .number(let value): "\(value)"
        case .enumCase(let name): name.isEmpty ? "a case" : ".\(name)"
        case .text(let bytes): bytes == 0 ? "empty text" : "text of \(counted(bytes, "byte"))"
        case .data(let bytes): bytes == 0 ? "no bytes" : counted(bytes, "byte")
        case .array(let count): counted(count, "element")
        case .set(let count): counted(count, "member")
        case .dictionary(let count): counted(count, "entry", "entries")
        case .reference(let type): type.isEmpty ? "set" : "a \(type)"
        case .weakReference: "set"
        case .function: "set"
        case .existential(let type): type.isEmpty ? "set" : "a \(type)"
        case .metatype(let type): type.isEmpty ? "set" : "\(type).self"
        case .pointer: "set"
        case .bytes(let size): counted(size, "byte")
        case .group: "set"
        case .unknown: "not readable"
        }
    }
}

extension StateChange {
    /// The change in words: `false -> true`, `0 -> 14 entries`, `changed`.
    ///
    /// - Parameter arrow: What stands between the values.
    package func words(arrow: String = "->") -> String {
        if let counts, counts.old != counts.new { return "\(counts.old) \(arrow) \(counts.new)" }
        if counts != nil { return "changed" }
        switch (old, new) {
        case (.text(let before), .text(let after)), (.data(let before), .data(let after)):
            return before == after ? "changed" : "changed, \(before) \(arrow) \(after) bytes"
        case (.array(let before), .array), (.set(let before), .set), (.dictionary(let before), .dictionary):
            return old == new ? "\(new.words), changed" : "\(before) \(arrow) \(new.words)"
        case (.bytes, .bytes): return "\(new.words), changed"
        default: return old.words == new.words ? "\(new.words), changed" : "\(old.words) \(arrow) \(new.words)"
        }
    }

    /// The path as a report names it: `static Flags.beta`.
    package var subject: String { (isStatic ? FidelityCheck.staticMark : "") + path }

    /// The values before and after in words, which differ even if only the content does.
    package var values: (old: String, new: String) {
        if let counts, counts.old != counts.new { return ("\(counts.old)", "\(counts.new)") }
        let (before, after) = (old.words, new.words)
        return (before, before == after ? "\(after), changed" : after)
    }
}
