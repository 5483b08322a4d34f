internal import OutliveModel
internal import OutliveSupport

/// A reader of the state of a process from outside, check by check.
struct StateReader {
    let files: ProcessFiles
    let family: ProcessFamily
    let restorer: PlaceholderRestorer

    /// Reads all readable facts; `nil` if the process has ended.
    ///
    /// The process continues to run: a resource opened or closed in these milliseconds may or may not appear.
    ///
    /// - Complexity: O(n) in the processes of the machine, and in the descriptors, threads and mappings of this one.
    func read(_ locator: inout EnvironLocator) -> ProcessState? {
        guard let status = runningStatus else { return nil }
        var facts: [FidelityCheck: Facts] = [:]
        (facts[.descriptors], facts[.listeners]) = descriptors()
        let threads = ThreadStates(files)
        facts[.threads] = threads?.names(restorer)
        facts[.masks] = threads?.masks(restorer)
        facts[.children] = children()
        facts[.directory] = directories()
        let mappings = files.text("maps").map(Mapping.all)
        let paths = mappings.map { Set($0.map(\.file.path)).map(restorer.text) }
        facts[.maps] = paths.map { Facts(present: $0) }
        let environment = environment(mappings, &locator)
        facts[.environment] = environment.map { Facts(settings: concealed($0)) }
        facts[.locale] = localeFacts(environment: environment, files: paths)
        facts[.signals] = status.dispositions
        facts[.umask] = status.fileModeMask
        facts[.credentials] = status.credentials
        facts[.limits] = files.text("limits").flatMap(LimitsFile.init).map { Facts(settings: $0.limits) }
        // A process that ended during the read would appear to have no resources.
        return runningStatus == nil ? nil : ProcessState(facts: facts)
    }

    private var runningStatus: StatusFile? {
        files.text("status").map { StatusFile($0) }.flatMap { $0.hasEnded ? nil : $0 }
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

    private func environment(_ mappings: [Mapping]?, _ locator: inout EnvironLocator) -> [String: String]? {
        let address = mappings.flatMap { locator.address(in: files, mappings: $0) }
        return EnvironmentReader(files).variables(environAt: address)?.mapValues(restorer.text)
    }
}
