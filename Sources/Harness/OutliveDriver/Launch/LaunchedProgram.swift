internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The process of a launch that met the ready check.
enum LaunchedProgram: Hashable, Sendable {
    /// It is this one; `workers` more processes of the same executable have its listening socket open.
    case found(ProcessEntry, workers: Int)
    /// It is the launched process, as far as can be known.
    case launched
    /// The launched process is measured, though nothing shows that it met the check.
    case assumed(note: String)
    /// It is unclear which one it is.
    case unknown(Failure)

    var process: ProcessEntry? {
        if case .found(let process, _) = self { process } else { nil }
    }
}

extension ProcessRun {
    /// Finds the process that met the ready check, among the launched ones.
    ///
    /// The evidence comes from the kernel, so that no other user can forge it: the owner of the listening socket, the
    /// sender of `READY=1`, and processes that hold the output and have written. It blocks during a name lookup.
    func findProgram() -> LaunchedProgram {
        let table = ProcessEntry.all
        let members = child.family.ownMembers(in: table)
        guard let launched = members.first(where: { $0.id == child.processID }) else { return .launched }
        let search = ProgramSearch(table: table) { ProcessFiles(processID: $0.id).target(of: "exe") }
        switch options.ready {
        case .http(let request): return server(at: request.endpoint, members, launched, search)
        case .connect(let endpoint): return server(at: endpoint, members, launched, search)
        case .notify: return sender(members)
        case .line:
            let writers = members.filter { channels.isWritten(by: $0) }
            return program(search.writer(among: writers), sharing: "print to the output")
        case .exit: return .launched
        }
    }

    private func server(
        at endpoint: Endpoint, _ members: Set<ProcessEntry>, _ launched: ProcessEntry, _ search: ProgramSearch
    ) -> LaunchedProgram {
        let sockets = Socket.listeners(at: endpoint)
        guard !sockets.isEmpty else {
            return .assumed(
                note: "no process of this machine listens at \(endpoint), so nothing shows that "
                    + "'\(options.launch.programName)' is the program: launch the program itself")
        }
        let owners = members.filter { ProcessFiles(processID: $0.id).hasOpen(anyOf: sockets) == true }
        let servers = search.server(among: owners)
        if !servers.isEmpty {
            return program(servers, sharing: "listen at \(endpoint)") { search.workers(of: $0, among: owners) }
        }
        let hidden = members.filter { ProcessFiles(processID: $0.id).numbers(in: "fd") == nil }
        // The files of the launched process are as little known as its memory.
        if hidden.contains(launched) { return .launched }
        if let other = hidden.min(by: { $0.id < $1.id }) {
            return .unknown(
                failure(
                    .notReady,
                    "has started \(other.label), whose files cannot be read and which may be the server at "
                        + "\(endpoint): run outlive as its user, or as root"))
        }
        let stranger = search.table.first { ProcessFiles(processID: $0.id).hasOpen(anyOf: sockets) == true }
        return .unknown(
            failure(
                .endpointTaken,
                "is not the server at \(endpoint), which is \(stranger?.label ?? "a process of another user"): let the "
                    + "program stay in the foreground, below the launched process and outside of a daemon's container"))
    }

    /// A helper such as `systemd-notify` may have sent the message and have ended.
    private func sender(_ members: Set<ProcessEntry>) -> LaunchedProgram {
        let message = channels.notifications.lastReady
        let named = [message?.mainProcess, message?.sender].lazy.compactMap(\.self)
        let found = named.compactMap { id in members.first { $0.id == id && $0.runsStill } }.first
        if let found { return .found(found, workers: 0) }
        guard members.count > 1 else { return .launched }
        return .assumed(
            note: "READY=1 was sent by a process that has ended, so '\(options.launch.programName)' is taken for the "
                + "program: let the program send it, or send MAINPID= with it")
    }

    private func program(
        _ found: [ProcessEntry], sharing evidence: String, workers: (ProcessEntry) -> Int = { _ in 0 }
    ) -> LaunchedProgram {
        switch found.count {
        case 0: .launched
        case 1: .found(found[0], workers: workers(found[0]))
        default:
            .unknown(
                failure(
                    .notReady,
                    "has started \(found.count) processes that \(evidence), so the program is unknown: "
                        + found.prefix(3).map(\.label).joined(separator: ", ")
                        + "; launch one of them alone, with exec before it"))
        }
    }
}

extension ProcessRun {
    /// Returns the process that is measured, with a note if it is another one than a reader expects.
    ///
    /// - Throws: `Failure` if it is unclear which process met the ready check.
    func measuredProgram() throws(Failure) -> MeasuredProgram {
        let id = subject
        var measured = MeasuredProgram(processID: id, name: name(of: id))
        guard restored == nil else { return measured }
        let own = measured.name ?? options.launch.programName
        if let greeter {
            if greeter != child.processID { measured.note = note(following: own) }
            return measured
        }
        switch program {
        case .launched: break
        case .unknown(let failure): throw failure
        case .assumed(let note): measured.note = note
        case .found(_, let workers):
            if followed != nil { measured.note = note(following: own) }
            guard workers > 0 else { break }
            let shared =
                "\(own) is measured without the processes that serve \(options.readyText) with it: their memory, threads and "
                + "descriptors are not in the figures"
            measured.note = [measured.note, shared].compactMap(\.self).joined(separator: "; ")
        }
        return measured
    }

    private func note(following program: String) -> String {
        let launcher = ProcessFiles(processID: child.processID).programName ?? options.launch.programName
        return "\(program) is measured, which met the ready check (\(options.readyText)), and not \(launcher), which "
            + "launched it"
    }

    /// Returns the name of a process's program, or `nil` if it is the one that the launch command begins with.
    private func name(of process: pid_t) -> String? {
        let files = ProcessFiles(processID: process)
        guard let name = files.programName?.onOneLine(), name != options.launch.programName else { return nil }
        var (own, launched) = (stat(), stat())
        guard process == child.processID, let path = options.launch.executable, stat(path, &launched) == 0,
            stat(files.path("exe"), &own) == 0
        else { return name }
        let isSame = own.st_ino == launched.st_ino && own.st_dev == launched.st_dev
        // A script is the program, and not its interpreter.
        return isSame || ELFImage(path: path) == nil ? nil : name
    }
}

extension Channels {
    /// Returns `true` if a process has written to any file, and holds the other end of a pipe that this process reads.
    fileprivate func isWritten(by process: ProcessEntry) -> Bool {
        let files = ProcessFiles(processID: process.id)
        guard let written = files.text("io")?.rows.first(where: { $0.hasPrefix("wchar:") })?.fields().last,
            written != "0"
        else { return false }
        let own = ProcessFiles(processID: getpid())
        let read = Set((own.numbers(in: "fd") ?? []).compactMap { own.target(of: "fd/\($0)") })
        return [1, 2].contains { number in
            files.target(of: "fd/\(number)").map { $0.hasPrefix("pipe:") && read.contains($0) } ?? false
        }
    }
}

extension Command {
    /// The file name of the program as the command names it.
    package var programName: String { program.split(separator: "/").last.map(String.init) ?? program }

    /// The file name of the program that the command starts: after `env`, the first word that is no option or variable.
    var startedName: String {
        guard programName == "env" else { return programName }
        let withValue: Set = ["-u", "--unset", "-C", "--chdir"]
        let started = zip([""] + arguments, arguments).first { before, word in
            !withValue.contains(before) && !word.hasPrefix("-") && !word.contains("=")
        }
        return started.map { Command(program: $0.1).programName } ?? programName
    }
}
