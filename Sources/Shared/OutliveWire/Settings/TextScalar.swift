/// A value that the text of a setting represents directly.
protocol TextScalar {
    /// A description of invalid texts for error messages.
    static var settingWords: String { get }

    /// Parses the value; returns `nil` if the text is invalid.
    init?(settingText: String)

    /// The text, or `nil` if the value has none that can be read back.
    var settingText: String? { get }
}

extension Bool: TextScalar {
    static var settingWords: String { "neither 1, true or yes nor 0, false or no" }

    init?(settingText: String) {
        // The longest valid word has five letters; an argument may be much longer.
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
