/// Strings, each once, by number.
struct StringTable {
    private(set) var strings: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of a string, which is added where it is new.
    mutating func number(of string: String) -> Int {
        if let number = numbers[string] { return number }
        numbers[string] = strings.count
        strings.append(string)
        return strings.count - 1
    }
}
