/// Returns the variables without the values that may be secrets, because a report has many readers.
///
/// Hidden are values of variables with names such as `TOKEN`, and addresses with a user. A hidden value is replaced by
/// a hash with a seed of this process, which shows only differences.
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
