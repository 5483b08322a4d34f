internal import OutliveSupport

/// Short labels for the types that are shown together.
///
/// A label has Swift's short forms and no modules, unless two of the types would have the same one.
package struct TypeLabels: Sendable {
    private var labels: [HeapType: String] = [:]

    /// Chooses the labels of some types.
    ///
    /// - Complexity: O(n) in the sum of the lengths of the names.
    package init(_ types: some Sequence<HeapType>) {
        var holders: [String: [HeapType]] = [:]
        for type in types where labels[type] == nil {
            let label = type.label
            labels[type] = label
            holders[label, default: []].append(type)
        }
        for (label, types) in holders where types.count > 1 {
            let longer = types.map { $0.description(named: TypeNames.sugared($0.name)) }
            for (type, name) in zip(types, longer) {
                labels[type] = name != label && Set(longer).count == types.count ? name : type.description
            }
        }
    }

    /// Returns the label of a type; of one that the labels were not chosen for, the shortest.
    package func label(of type: HeapType) -> String { labels[type] ?? type.label }
}

extension HeapType {
    /// The shortest form: `Session`, `[String: Session]` for a dictionary's storage, `closure (Int, Session)`.
    package var label: String {
        guard kind != .raw else { return name }
        let brief = TypeNames.brief(TypeNames.sugared(name))
        // What stands for all types of a module has no name of its own.
        return brief == "…" || brief.isEmpty ? description : description(named: brief)
    }

    fileprivate func description(named name: String) -> String {
        var type = self
        type.name = name
        return type.description
    }
}

extension TypeNames {
    /// Returns a type in Swift's short forms, with modules: `[App.Session]` for `Swift.Array<App.Session>`.
    ///
    /// The storage of a collection or string has the form of its values.
    package static func sugared(_ name: String) -> String {
        let module = "Swift."
        guard name.utf8.count <= longest, name.contains(module) else { return name }
        let bytes = Array(name.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index...].starts(with: module.utf8), result.last.map({ !continuesName($0) }) ?? true else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let base = bytes[(index + module.utf8.count)...].prefix(while: continuesName)
            let kind = String(decoding: base, as: UTF8.self)
            if kind == "__StringStorage" || kind == "__SharedStringStorage" {
                result += "Swift.String".utf8
                index = base.endIndex
                continue
            }
            // A type within a generic one needs that one's name.
            guard let form = Form(storage: kind), let end = closing(of: base.endIndex, in: bytes),
                end + 1 == bytes.count || bytes[end + 1] != UInt8(ascii: ".")
            else {
                result += bytes[index..<base.endIndex]
                index = base.endIndex
                continue
            }
            let inner = String(decoding: bytes[(base.endIndex + 1)..<end], as: UTF8.self)
            let arguments = BracketedText(inner).split(at: ", ").map { sugared($0) }
            result += (form.text(arguments) ?? "Swift.\(kind)<\(arguments.joined(separator: ", "))>").utf8
            index = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The length in bytes above which a name is left as it is, because nested arguments take a pass each.
    private static let longest = 4_000

    private static func continuesName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "`")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }

    /// Returns the index of the bracket that closes the one at an index, or `nil` if there is none.
    private static func closing(of start: Int, in bytes: [UInt8]) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
        var depth = 0
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">") where bytes[index - 1] != UInt8(ascii: "-"): depth -= 1
            default: continue
            }
            if depth == 0 { return index }
        }
        return nil
    }

    /// A short form of Swift for generic types of the standard library.
    private enum Form {
        case array, dictionary, set, optional

        init?(storage: String) {
            switch storage {
            case "Array", "_ContiguousArrayStorage": self = .array
            case "Dictionary", "_DictionaryStorage": self = .dictionary
            case "_SetStorage": self = .set
            case "Optional": self = .optional
            default: return nil
            }
        }

        /// Returns a type, or `nil` if the number of arguments does not fit.
        func text(_ arguments: [String]) -> String? {
            switch (self, arguments.count) {
            case (.array, 1): "[\(arguments[0])]"
            case (.dictionary, 2): "[\(arguments[0]): \(arguments[1])]"
            // All dictionaries, where small groups are combined.
            case (.dictionary, 1) where arguments[0] == "…": "[…: …]"
            case (.set, 1): "Set<\(arguments[0])>"
            case (.optional, 1):
                BracketedText(arguments[0]).split(at: " ").count > 1 ? "(\(arguments[0]))?" : "\(arguments[0])?"
            default: nil
            }
        }
    }
}
