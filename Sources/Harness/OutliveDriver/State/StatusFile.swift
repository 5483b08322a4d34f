internal import OutliveModel

/// The file `status` of a process or thread: lines of `Name:<tab>value`.
struct StatusFile {
    private let values: [Substring: Substring]

    init(_ text: String) {
        values = Dictionary(
            text.rows.compactMap { row in
                guard let colon = row.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
                return (row[..<colon], row[row.utf8.index(after: colon)...])
            },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns a value with one space between its parts, or `nil` if the kernel does not provide it.
    subscript(_ name: Substring) -> String? { values[name]?.fields().joined(separator: " ") }

    /// The name, which may contain spaces.
    var name: String? { values["Name"].map { String($0.drop { $0 == "\t" }) } }
    /// `true` for a process that has ended but was not reaped.
    var hasEnded: Bool { isInState("ZX") }
    /// `true` if a signal or a debugger has stopped the process.
    var isStopped: Bool { isInState("Tt") }
    private func isInState(_ letters: String) -> Bool { self["State"]?.first.map(letters.contains) == true }

    /// Returns a set of signals, such as `SigBlk`, in ascending order.
    func signals(_ name: Substring) -> [SignalNumber]? {
        self[name].flatMap { UInt64($0, radix: 16) }.map { set in
            (0..<64).filter { set >> $0 & 1 == 1 }.map { SignalNumber(number: Int32($0 + 1)) }
        }
    }

    /// Returns `true` if the process handles a signal.
    func catches(_ signal: SignalNumber) -> Bool { signals("SigCgt")?.contains(signal) == true }

    /// The dispositions of signals other than the default.
    var dispositions: Facts? {
        guard let ignored = signals("SigIgn"), let caught = signals("SigCgt") else { return nil }
        let settings = ignored.map { ($0, "ignored") } + caught.map { ($0, "caught") }
        // The C library reserves 32 and 33 when the first thread is created.
        let ofProgram = settings.filter { !(32...33).contains($0.0.number) }.map { ("\($0)", $1) }
        return Facts(settings: Dictionary(ofProgram) { first, _ in first })
    }

    var fileModeMask: Facts? { self["Umask"].map { ["umask": .setting($0)] } }

    /// The user, groups and capabilities, or `nil` if the kernel provides no user.
    var credentials: Facts? {
        guard let user = self["Uid"], let group = self["Gid"] else { return nil }
        var facts = Facts(settings: ["user": identity(user), "group": identity(group)])
        for (subject, name) in Self.credentialNames { facts[subject] = self[name].map { .setting($0) } }
        return facts
    }

    private static let credentialNames: KeyValuePairs<String, Substring> = [
        "supplementary groups": "Groups", "inheritable capabilities": "CapInh", "permitted capabilities": "CapPrm",
        "effective capabilities": "CapEff", "bounding capabilities": "CapBnd", "ambient capabilities": "CapAmb",
        "no new privileges": "NoNewPrivs", "seccomp": "Seccomp",
    ]

    /// Returns the real, effective, saved and file system ID as one if they are equal.
    private func identity(_ numbers: String) -> String {
        let distinct = Set(numbers.split(separator: " "))
        return distinct.count == 1 ? String(distinct.first!) : numbers
    }
}

/// Parses the file `limits` of a process: a table with columns named in its first line.
///
/// - Returns: the soft and the hard limit with their unit, by name, or `nil` if the first line names other columns.
func limits(_ text: String) -> [String: String]? {
    let rows = text.rows
    // By column position, because a name has spaces and a unit may be missing.
    guard let heading = rows.first.map(String.init), let soft = heading.firstRange(of: "Soft Limit") else { return nil }
    let width = heading.utf8.distance(from: heading.startIndex, to: soft.lowerBound)
    let limits = rows.dropFirst().map { row in
        let (name, values) = (Substring(row.utf8.prefix(width)), Substring(row.utf8.dropFirst(width)))
        return (name.fields().joined(separator: " "), values.fields().joined(separator: " "))
    }
    return Dictionary(limits) { first, _ in first }
}
