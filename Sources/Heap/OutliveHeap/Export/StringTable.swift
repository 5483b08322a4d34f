/// A table of distinct strings, numbered in the order of their first use.
struct StringTable {
    private(set) var strings: [String] = []
    private var numbers: [String: Int] = [:]

    /// Returns the number of a string, after adding it if it is new.
    mutating func number(of string: String) -> Int {
        if let number = numbers[string] { return number }
        numbers[string] = strings.count
        strings.append(string)
        return strings.count - 1
    }
}
