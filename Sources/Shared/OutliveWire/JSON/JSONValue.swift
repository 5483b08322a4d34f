/// A JSON value of any kind, for documents whose form depends on their content.
package indirect enum JSONValue: Codable, Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Int64)
    case fraction(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            // First, as it is the most frequent kind, and each failed attempt takes time.
            self = .text(text)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let fraction = try? value.decode(Double.self) {
            self = .fraction(fraction)
        } else if let list = try? value.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .fraction(let fraction): try value.encode(fraction)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }

    /// The text, or `nil` if it is another kind of value.
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The fields, or `nil` if it is another kind of value.
    package var object: [String: JSONValue]? { if case .object(let object) = self { object } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
    package init(integerLiteral number: Int64) { self = .number(number) }
    package init(arrayLiteral values: JSONValue...) { self = .list(values) }
    package init(dictionaryLiteral fields: (String, JSONValue)...) {
        self = .object(Dictionary(fields) { _, last in last })
    }
}
