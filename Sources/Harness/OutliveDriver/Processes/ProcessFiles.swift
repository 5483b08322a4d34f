internal import FoundationEssentials
internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

/// The files of a process in `/proc`; see `proc(5)`.
///
/// Reading does not affect the process. Every result is `nil` if the process is gone or belongs to another user.
struct ProcessFiles: Sendable {
    let processID: pid_t

    static var all: [ProcessFiles] { (readNumbers("/proc") ?? []).map { ProcessFiles(processID: pid_t($0)) } }

    func path(_ name: String) -> String { "/proc/\(processID)/\(name)" }

    /// Returns the whole content of a file; invalid UTF-8 is repaired.
    func text(_ name: String) -> String? { readText(path(name)) }

    func target(of link: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: path(link)) }

    /// The file name of the executable, or `nil` if it cannot be read.
    var programName: String? {
        target(of: "exe").map { path in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return name.hasSuffix(" (deleted)") ? String(name.dropLast(10)) : name
        }
    }

    /// Returns the numeric names in a directory, such as descriptors and threads.
    func numbers(in directory: String) -> [Int]? { readNumbers(path(directory)) }

    var status: StatusFile? { text("status").map { StatusFile($0) } }
    var mappings: [Mapping]? { text("maps").map(Mapping.all) }

    /// The resident memory in bytes.
    ///
    /// The source is `smaps_rollup`, because `statm` may be off by some hundred pages; see `proc(5)`.
    var residentBytes: Int? {
        text("smaps_rollup")?.rows.first { $0.hasPrefix("Rss:") }?.fields().dropFirst().first.flatMap { Int($0) }
            .map { $0 * 1024 }
    }

    /// Returns `true` if the process handles a signal.
    func catches(_ signal: SignalNumber) -> Bool { status?.catches(signal) == true }

    /// `true` while the process executes a program and has no arguments or variables yet; a kernel thread never has any.
    var isExecuting: Bool { text("cmdline")?.isEmpty == true }

    /// `true` if all users of the process are the one of this process.
    var belongsToThisUser: Bool {
        guard let users = status?["Uid"]?.split(separator: " "), !users.isEmpty else { return false }
        return users.allSatisfy { UInt32($0) == geteuid() }
    }
}

private func readNumbers(_ path: String) -> [Int]? {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.compactMap { Int($0) }
}
