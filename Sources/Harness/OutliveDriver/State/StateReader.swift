internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

/// A reader of the state of a process from outside, check by check.
struct StateReader {
    let files: ProcessFiles
    /// A reader of what the process holds in the kernel, or `nil` if it has ended.
    let held: ResourceReader?
    let restorer: PlaceholderRestorer

    /// Reads all readable facts; `nil` if the process has ended.
    ///
    /// The process continues to run: a resource opened or closed in these milliseconds may or may not appear.
    func read() -> ProcessState? {
        guard let status = files.status, !status.hasEnded else { return nil }
        var facts: [FidelityCheck: Facts] = [:]
        (facts[.descriptors], facts[.listeners]) = descriptors()
        let threads = files.threads
        facts[.threads] = threads?.names(restorer)
        facts[.masks] = threads?.masks(restorer)
        facts[.children] = children()
        facts[.directory] = directories()
        let mappings = files.mappings
        let paths = mappings.map { Set($0.map(\.file.path)).map(restorer.text) }
        facts[.maps] = paths.map { Facts(present: $0) }
        let address = mappings.flatMap(files.environAddress)
        let environment = files.currentEnvironment(environAt: address)?.mapValues(restorer.text)
        facts[.environment] = environment.map { Facts(settings: concealed($0)) }
        facts[.locale] = localeFacts(environment: environment, files: paths)
        facts[.signals] = status.dispositions
        facts[.umask] = status.fileModeMask
        facts[.credentials] = status.credentials
        facts[.scheduling] = scheduling(status)
        facts[.resources] = resources()
        facts[.limits] = files.text("limits").flatMap(limits).map { Facts(settings: $0) }
        // A process that ended during the read would appear to have no resources.
        return files.status?.hasEnded == false ? ProcessState(facts: facts) : nil
    }

    private func descriptors() -> (all: Facts?, listeners: Facts?) {
        guard let descriptors = Descriptor.all(of: files) else { return (nil, nil) }
        let sockets = descriptors.compactMap { descriptor in descriptor.socketInode.map { ($0, descriptor.table) } }
        let wanted = Dictionary(sockets) { first, _ in first }
        let known = Socket.all(of: files, wanted: wanted, ports: PortNames(chosen: restorer.port))
        let named = descriptors.map { descriptor in
            (descriptor, descriptor.socketInode.flatMap { known?[$0] })
        }
        return (
            Facts(counting: named.map { $1.map { restorer.text($0.subject) } ?? $0.subject(restorer) }),
            known.map { _ in Facts(counting: named.compactMap { $1?.listenerSubject.map(restorer.text) }) }
        )
    }

    private func children() -> Facts? {
        held.map { held in
            Facts(counting: held.started.map { restorer.name($0.name) + ($0.isRunning ? "" : " (zombie)") })
        }
    }

    /// Returns what affects when, where and how long the process runs; `nil` if the kernel provides none.
    private func scheduling(_ status: StatusFile) -> Facts? {
        let settings = [
            "nice value": files.text("stat").flatMap(niceValue),
            "OOM score adjustment": files.text("oom_score_adj").map { String($0.fields()[0].rows[0]) },
            "processors": status["Cpus_allowed_list"],
        ].compactMapValues(\.self)
        return settings.isEmpty ? nil : Facts(settings: settings)
    }

    /// Returns what the process itself holds in the kernel; what only grows is a matter of the soak.
    private func resources() -> Facts? {
        guard let held else { return nil }
        let named: [(Metric, String)] = [
            (.timers, "POSIX timers"), (.inotifyWatches, "inotify watches"), (.fileLocks, "file locks"),
            (.leftFiles, "files left"),
        ]
        let counts = named.compactMap { metric, name in
            held.count(of: metric).flatMap { $0 > 0 ? (name, Fact.count($0)) : nil }
        }
        return Facts(counts) { first, _ in first }.merging(offsets()) { first, _ in first }
    }

    /// Returns the offsets of open files that are only read, because use moves the offsets of files that are written.
    private func offsets() -> Facts {
        let known = (files.numbers(in: "fd") ?? []).sorted().compactMap { number -> (String, String)? in
            guard let descriptor = Descriptor(number, of: files), descriptor.type == S_IFREG,
                let info = files.text("fdinfo/\(number)").map(StatusFile.init),
                let flags = info["flags"].flatMap({ Int32($0, radix: 8) }), flags & O_ACCMODE == O_RDONLY,
                let offset = info["pos"]
            else { return nil }
            return (ProcessState.offsetOf + descriptor.subject(restorer), offset)
        }
        return Facts(settings: Dictionary(known) { "\($0), \($1)" })
    }

    private func directories() -> Facts? {
        guard let working = files.target(of: "cwd") else { return nil }
        var settings = ["working directory": restorer.text(working)]
        settings["root directory"] = files.target(of: "root").map(restorer.text)
        return Facts(settings: settings)
    }
}

typealias Fact = ProcessState.Fact
typealias Facts = [String: Fact]

extension Facts {
    /// Creates facts with the number of occurrences of each subject.
    init(counting subjects: some Sequence<String>) {
        let counts = subjects.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        self = counts.mapValues { .count($0) }
    }

    /// Creates facts with the presence of each subject, regardless of the number of occurrences.
    init(present subjects: some Sequence<String>) {
        self.init(subjects.lazy.map { ($0, .count(1)) }) { first, _ in first }
    }

    init(settings: [String: String]) { self = settings.mapValues { .setting($0) } }
}

/// Returns the visible parts of a process's locale: variables, and mapped files with locales.
func localeFacts(environment: [String: String]?, files: [String]?) -> Facts? {
    guard environment != nil || files != nil else { return nil }
    let variables = environment?.filter { name, _ in name == "LANG" || name == "LANGUAGE" || name.hasPrefix("LC_") }
    let archives = files?.filter { $0.contains("/locale/") }.map { "file \($0)" }
    return Facts(settings: variables ?? [:]).merging(Facts(present: archives ?? [])) { first, _ in first }
}

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

/// Returns the nice value in the file `stat` of a process, where the name may contain anything.
private func niceValue(_ text: String) -> String? {
    guard let close = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: close)...].fields(limit: 18)
    return fields.count > 16 ? String(fields[16]) : nil
}
