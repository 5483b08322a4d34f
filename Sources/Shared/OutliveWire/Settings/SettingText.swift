internal import OutliveSupport

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Writes a value: directly if it is encoded as a string or a number, or else as JSON.
///
/// - Returns: The text, or `nil` for a value that is encoded as null.
/// - Throws: `SettingsError` for a value that cannot be expressed as text.
func settingText(of value: some Encodable, for name: String) throws -> String? {
    if let scalar = value as? any TextScalar {
        guard let text = scalar.settingText else {
            throw SettingsError(.value, name, "cannot be \("\(value)".quotedForLine): a launch cannot pass that")
        }
        return text
    }
    let json: String
    let plain: String?
    do {
        json = try encoded(value)
        // A value that could not be read back is not written either.
        let checked = try CheckedJSON(json.utf8)
        plain = json.hasPrefix("\"") ? try checked.decode(String.self) : nil
    } catch {
        throw SettingsError(.value, name, "cannot be written: \(codingFailure(error))")
    }
    if json == "null" { return nil }
    return try plain.map { try settingText(of: $0, for: name) } ?? json
}

/// Reads a value.
///
/// - Throws: `SettingsError` for text that does not represent a value of the type.
func settingValue<Value: Decodable>(_ type: Value.Type, of text: String, for name: String) throws -> Value {
    if let scalar = type as? any TextScalar.Type {
        if let value = scalar.init(settingText: text) as? Value { return value }
        throw SettingsError(.value, name, "is \(shown(text)), which is \(scalar.settingWords)")
    }
    var failure = "it is not a valid \(type)"
    // The text may itself be JSON. A JSON string is excluded, because it would lose its quotes.
    if let first = text.utf8.first, "{[-0123456789tf".utf8.contains(first) {
        do {
            return try CheckedJSON(text.utf8).decode(type)
        } catch {
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { failure = codingFailure(error) }
        }
    }
    do {
        return try CheckedJSON(try encoded(text).utf8).decode(type)
    } catch is DecodingError {
        // The type's name describes this failure best.
    } catch {
        failure = codingFailure(error)
    }
    if let cases = type as? any CaseIterable.Type {
        failure = "valid values are \(names(cases).joined(separator: ", "))"
    }
    throw SettingsError(.value, name, "is \(shown(text)), which cannot be used: \(failure)")
}

/// Returns the message of a coding error without its wrapping.
func codingFailure(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: return error.words
    case EncodingError.invalidValue(_, let context):
        let path = context.codingPath.map(\.stringValue).joined(separator: ".").onOneLine(upTo: 200)
        return (path.isEmpty ? "" : "'\(path)': ") + context.debugDescription.onOneLine(upTo: 300)
    default: return "\(error)".onOneLine(upTo: 500)
    }
}

private func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

private func shown(_ text: String) -> String {
    text.isEmpty ? "empty" : text.quotedForLine
}

private func names<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
    type.allCases.map { value in
        (value as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\(value)"
    }
}

/// A type whose values the text of a setting represents directly.
protocol TextScalar {
    /// A description of invalid text, for error messages.
    static var settingWords: String { get }

    /// Parses the value; returns `nil` if the text is invalid.
    init?(settingText: String)

    /// The text, or `nil` if none can be read back as this value.
    var settingText: String? { get }
}

extension Bool: TextScalar {
    static var settingWords: String { "neither 1, true or yes nor 0, false or no" }

    init?(settingText: String) {
        // The longest valid word has five letters, but an argument may be much longer.
        guard settingText.utf8.count <= 5 else { return nil }
        switch settingText.lowercased() {
        case "1", "true", "yes": self = true
        case "0", "false", "no": self = false
        default: return nil
        }
    }

    var settingText: String? { self ? "1" : "0" }
}

extension String: TextScalar {
    static var settingWords: String { "not a text" }

    init?(settingText: String) { self = settingText }

    var settingText: String? { utf8.contains(0) ? nil : self }
}

extension TextScalar where Self: FixedWidthInteger {
    static var settingWords: String { "not a whole number from \(Self.min) to \(Self.max)" }

    init?(settingText: String) { self.init(settingText, radix: 10) }

    var settingText: String? { description }
}

extension TextScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var settingWords: String { "not a finite number" }

    init?(settingText: String) {
        self.init(settingText)
        guard isFinite else { return nil }
    }

    var settingText: String? { isFinite ? description : nil }
}

extension Int: TextScalar {}
extension Int8: TextScalar {}
extension Int16: TextScalar {}
extension Int32: TextScalar {}
extension Int64: TextScalar {}
extension Int128: TextScalar {}
extension UInt: TextScalar {}
extension UInt8: TextScalar {}
extension UInt16: TextScalar {}
extension UInt32: TextScalar {}
extension UInt64: TextScalar {}
extension UInt128: TextScalar {}
extension Float: TextScalar {}
extension Double: TextScalar {}
