package import OutliveModel
internal import OutliveSupport

extension Application {
    /// Returns the state of the process once it is stable, because some programs start helpers after they are ready.
    ///
    /// The state is stable after three unchanged reads, 50 ms apart, or after two seconds at most.
    ///
    /// - Returns: the last state read, or `nil` if `state()` is `nil`.
    package func settledState(clock: some Clock<Duration> = .suspending) async -> ProcessState? {
        let deadline = clock.now.advanced(by: .seconds(2))
        var seen = await state()
        var unchanged = 0
        while seen != nil, clock.now < deadline {
            // A cancelled run returns the state read so far.
            guard (try? await clock.sleep(for: .milliseconds(50))) != nil else { return seen }
            let next = await state()
            unchanged = next == seen ? unchanged + 1 : 0
            if unchanged == 3 { break }
            seen = next
        }
        return seen
    }
}

extension ProcessRun {
    /// Returns the current state of the subject, or `nil` if it is not running or exits between requests.
    mutating func state() -> ProcessState? {
        guard exit != nil, isRunning else { return nil }
        let subject = subject
        let restorer = PlaceholderRestorer(
            port: options.port, directory: options.directory, watchDirectory: directory.path, processID: subject,
            token: token)
        return StateReader(files: ProcessFiles(processID: subject), family: child.family, restorer: restorer)
            .read(&environLocator)
    }
}

/// A reader of the state of a process from outside, check by check.
struct StateReader {
    let files: ProcessFiles
    let family: ProcessFamily
    let restorer: PlaceholderRestorer

    /// Reads all readable facts; `nil` if the process has ended.
    ///
    /// The process continues to run: a resource opened or closed in these milliseconds may or may not appear.
    func read(_ locator: inout EnvironLocator) -> ProcessState? {
        guard let status = files.status, !status.hasEnded else { return nil }
        var facts: [FidelityCheck: Facts] = [:]
        (facts[.descriptors], facts[.listeners]) = descriptors()
        let threads = ThreadStates(files)
        facts[.threads] = threads?.names(restorer)
        facts[.masks] = threads?.masks(restorer)
        facts[.children] = children()
        facts[.directory] = directories()
        let mappings = files.mappings
        let paths = mappings.map { Set($0.map(\.file.path)).map(restorer.text) }
        facts[.maps] = paths.map { Facts(present: $0) }
        let address = mappings.flatMap { locator.address(in: files, mappings: $0) }
        let environment = files.currentEnvironment(environAt: address)?.mapValues(restorer.text)
        facts[.environment] = environment.map { Facts(settings: concealed($0)) }
        facts[.locale] = localeFacts(environment: environment, files: paths)
        facts[.signals] = status.dispositions
        facts[.umask] = status.fileModeMask
        facts[.credentials] = status.credentials
        facts[.limits] = files.text("limits").flatMap(limits).map { Facts(settings: $0) }
        // A process that ended during the read would appear to have no resources.
        return files.status?.hasEnded == false ? ProcessState(facts: facts) : nil
    }

    private func descriptors() -> (all: Facts?, listeners: Facts?) {
        guard let descriptors = Descriptor.all(of: files) else { return (nil, nil) }
        let sockets = descriptors.compactMap { descriptor in descriptor.socketInode.map { ($0, descriptor.table) } }
        let wanted = Dictionary(sockets) { first, _ in first }
        let table = SocketTable(of: files, wanted: wanted, ports: PortNames(chosen: restorer.port))
        let named = descriptors.map { descriptor in
            (descriptor, descriptor.socketInode.flatMap { table?.sockets[$0] })
        }
        return (
            Facts(counting: named.map { $1.map { restorer.text($0.subject) } ?? $0.subject(restorer) }),
            table.map { _ in Facts(counting: named.compactMap { $1?.listenerSubject.map(restorer.text) }) }
        )
    }

    private func children() -> Facts {
        let table = ProcessTable.now
        let children = table.started(by: files.processID, in: family.members(in: table))
        return Facts(counting: children.map { restorer.name($0.name) + ($0.isRunning ? "" : " (zombie)") })
    }

    private func directories() -> Facts? {
        guard let working = files.target(of: "cwd") else { return nil }
        var settings = ["working directory": restorer.text(working)]
        settings["root directory"] = files.target(of: "root").map(restorer.text)
        return Facts(settings: settings)
    }
}

typealias Facts = [String: ProcessState.Fact]

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
