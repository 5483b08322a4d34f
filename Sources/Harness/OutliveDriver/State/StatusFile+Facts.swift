internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

extension StatusFile {
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
