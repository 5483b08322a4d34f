import OutliveModel

extension HeapSketch {
    /// A line of a sketch.
    struct Line {
        /// A function, and whether it is in a library of the platform.
        struct Code {
            var symbol: Symbol
            var isLibrary: Bool
        }

        var isIndented: Bool
        /// The words before the target.
        var words: [Substring]
        var target: Substring?
        /// The code beside the reference.
        var code: Code?
        /// The allocation stack, innermost first.
        var stack: [Code] = []
        var birth: UInt32 = 0
        var bytes: UInt64 = 0x1000

        init(_ text: Substring, moved: Int) {
            isIndented = text.first == " "
            var text = text
            if let range = text.firstRange(of: " born ") {
                birth = UInt32(text[range.upperBound...].prefix { $0.isNumber })!
                text = text[..<range.lowerBound] + text[range.upperBound...].drop { $0.isNumber }
            }
            if let range = text.firstRange(of: " size ") {
                bytes = UInt64(text[range.upperBound...].prefix { $0.isNumber })!
                text = text[..<range.lowerBound] + text[range.upperBound...].drop { $0.isNumber }
            }
            if let arrow = text.firstRange(of: "=> ") {
                let rest = text[arrow.upperBound...].split(separator: " by ", maxSplits: 1)
                target = rest[0]
                if rest.count > 1 { code = Self.code(rest[1], moved) }
                text = text[..<arrow.lowerBound]
            } else if let place = text.ranges(of: " in ").first(where: { text[$0.upperBound...].first != "_" }) {
                stack = text[place.upperBound...].split(separator: " < ").map { Self.code($0, moved) }
                text = text[..<place.lowerBound]
            }
            words = text.split(separator: " ")
        }

        private static func code(_ text: Substring, _ moved: Int) -> Code {
            let isLibrary = text.hasPrefix("lib ")
            let parts = text.dropFirst(isLibrary ? 4 : 0).split(separator: " at ")
            var symbol = Symbol(function: String(parts[0]))
            if parts.count > 1 {
                let place = parts[1].split(separator: ":")
                symbol.file = place[0].hasPrefix("/") ? String(place[0]) : "/src/App/" + place[0]
                symbol.line = Int(place[1])! + moved
            }
            return Code(symbol: symbol, isLibrary: isLibrary)
        }
    }

    /// A block with what it holds.
    struct Block {
        var line: Line
        var references: [Line] = []
        var name: String { String(line.words[0]) }
        /// Behind `=`.
        var description: [Substring] { Array(line.words.dropFirst(2)) }
        /// The number of elements in use.
        var count: UInt32 {
            guard let place = description.firstIndex(of: "count") else { return 0 }
            return UInt32(description[place + 1])!
        }

        init(_ line: Line) { self.line = line }
    }

    /// The layout of a block in the snapshot.
    struct Layout {
        static let firstValue: UInt32 = 0x400

        var type = ""
        var kind = SnapshotBuilder.Kind.object
        var stride: UInt32 = 0
        /// Of a set or a dictionary.
        var isSet: Bool?
        var fields: [SnapshotBuilder.FieldItem] = []
        var elementFields: [SnapshotBuilder.FieldItem] = []
        var valueFields: [SnapshotBuilder.FieldItem] = []
        /// The offsets of the references.
        var offsets: [UInt32] = []

        init(_ block: Block) {
            let words = block.description.prefix { $0 != "count" }
            let rest = words.dropFirst().joined(separator: " ")
            switch words.first {
            case "array": (type, stride) = ("Swift._ContiguousArrayStorage<\(rest)>", 16)
            case "dictionary": (type, isSet) = ("Swift._DictionaryStorage<\(rest)>", false)
            case "set": (type, isSet) = ("Swift._SetStorage<\(rest)>", true)
            case "closure": (type, kind) = (rest, .closure)
            case "box": (type, kind) = (rest, .box)
            case "task": (type, kind) = ("Swift.Task", .task)
            case "raw": (type, kind) = ("", .raw)
            default: type = words.joined(separator: " ")
            }
            for (index, reference) in block.references.enumerated() { add(reference, UInt32(index)) }
        }

        private mutating func add(_ reference: Line, _ index: UInt32) {
            var words = reference.words[...]
            let strengths: [Substring] = ["strong", "weak", "unowned", "unmanaged"]
            var strength: UInt32 = 0
            if let first = words.first, let number = strengths.firstIndex(of: first) {
                strength = UInt32(number)
                words = words.dropFirst()
            }
            let place = words.first ?? ""
            let name = String(place.drop { $0 != "." && $0 != ":" }.dropFirst().prefix { $0 != ":" })
            let fieldType = words.dropFirst().joined(separator: " ")
            if place.hasPrefix("[") {
                offsets.append(32 + 16 * UInt32(place.dropFirst().prefix { $0.isNumber })!)
                if !fieldType.isEmpty { elementFields.append((name, fieldType, 0, strength)) }
            } else if place.hasPrefix("value") {
                offsets.append(Self.firstValue + 16 * index)
                if !fieldType.isEmpty { valueFields.append((name, fieldType, 0, strength)) }
            } else if place.hasPrefix("key") || place.hasPrefix("member") {
                offsets.append(64 + 16 * index)
                if !fieldType.isEmpty { elementFields.append((name, fieldType, 0, strength)) }
            } else {
                let offset = 16 + 8 * index
                offsets.append(offset)
                if place != "word" {
                    fields.append((String(place.prefix { $0 != ":" }), fieldType, offset, strength))
                }
            }
        }
    }
}
