import Foundation
import Synchronization

/// A change to the process that a teardown can leave behind and that a reset of objects does not undo.
///
/// Each is a common mistake; the service does not know about them.
enum Leftover: String, CaseIterable {
    case descriptor
    case thread
    case child
    case directory = "chdir"
    case environment = "setenv"
    case disposition = "signal"
    case flag = "static"

    /// The names of all leftovers, as text for messages.
    static let list = allCases.map(\.rawValue).joined(separator: ", ")

    /// Returns the leftovers for option values. Each value names one or more, separated by commas.
    static func named(_ values: [String]) throws -> [Leftover] {
        try values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { name in
            guard let leftover = Leftover(rawValue: String(name)) else {
                throw ServiceFailure.usage("there is no leftover \"\(name)\"; there are \(list)")
            }
            return leftover
        }
    }

    /// Makes the change.
    func leave() throws {
        switch self {
        case .descriptor:
            // The mistake: the descriptor is never closed.
            _ = open("/etc/hostname", O_RDONLY | O_CLOEXEC)
        case .thread:
            // The mistake: the thread never ends.
            Thread { while true { sleep(600) } }.start()
        case .child:
            try spawn(["sleep", "600"])
        case .directory:
            _ = FileManager.default.changeCurrentDirectoryPath("/usr")
        case .environment:
            setenv("NOTES_LAST_EXPORT", "monday", 1)
        case .disposition:
            signal(SIGUSR2, SIG_IGN)
        case .flag:
            // The mistake: the next generation exports as the last user chose.
            ExportOptions.includesDrafts.store(true, ordering: .relaxed)
            ExportOptions.recent.withLock { $0.append("monday.pdf") }
        }
    }

    /// Starts a program and never waits for it.
    private func spawn(_ words: [String]) throws {
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var processID = pid_t()
        let status = posix_spawnp(&processID, arguments[0]!, nil, nil, &arguments, environ)
        guard status == 0 else { throw ServiceFailure.failed("cannot start \(words[0]): error \(status)") }
    }
}

/// How notes are exported, for the whole process.
enum ExportOptions {
    static let includesDrafts = Atomic(false)
    static let recent = Mutex<[String]>([])
}

/// Makes the change whenever a generation is torn down.
struct LeftoverPlugin: ServicePlugin {
    let leftover: Leftover

    func detach(from service: NoteService) {
        do {
            try leftover.leave()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
        }
    }
}
