/// The variables, without the values of those that are named like secrets or are addresses with a user in them, as a
/// report goes to many readers.
///
/// What stands for a value differs where the value does, and tells nothing else: it depends on a seed of this process.
func concealed(_ variables: [String: String]) -> [String: String] {
    let words = ["TOKEN", "SECRET", "PASS", "PWD", "KEY", "CREDENTIAL", "AUTH", "COOKIE", "PRIVATE", "DSN"]
    let folders = ["PWD", "OLDPWD"]
    var shown = variables
    for (name, value) in variables {
        let isNamedSo = words.contains(where: name.uppercased().contains) && !folders.contains(name)
        // `scheme://user:password@host`
        guard isNamedSo || value.contains(/:\/\/[^\/]*@/) else { continue }
        shown[name] = "(hidden, \(String(UInt(bitPattern: value.hashValue) & 0xFFFF_FFFF, radix: 16)))"
    }
    return shown
}
