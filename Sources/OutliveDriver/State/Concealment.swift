/// The variables, without the values of those that are named like secrets, as a report goes to many readers.
///
/// What stands for a value differs where the value does, and tells nothing else: it depends on a seed of this process.
func concealed(_ variables: [String: String]) -> [String: String] {
    let words = ["TOKEN", "SECRET", "PASS", "KEY", "CREDENTIAL", "AUTH", "COOKIE", "PRIVATE"]
    var shown = variables
    for (name, value) in variables where words.contains(where: name.uppercased().contains) {
        shown[name] = "(hidden, \(String(UInt(bitPattern: value.hashValue) & 0xFFFF_FFFF, radix: 16)))"
    }
    return shown
}
