/// A quantity that is measured in every cycle of a soak, and judged for growth.
package enum Metric: String, Codable, CodingKeyRepresentable, Hashable, Sendable, CaseIterable {
    case resetSeconds
    case residentBytes
    case liveComponents
    case threads
    case descriptors
    /// Running processes that the program started, directly or through others.
    case children
    /// Ended processes whose parent, the program or a process that it started, has not waited for them.
    case zombies
    /// POSIX timers, of `timer_create(2)`.
    case timers
    case inotifyWatches
    /// Signals that are blocked or not yet taken.
    case pendingSignals
    case fileLocks
    /// Segments of shared memory, mapped or not: of POSIX, of System V, of `memfd_create(2)`.
    case sharedMemory
    /// Sets of System V semaphores.
    case semaphores
    /// Files and folders that the program made in its temporary folder and did not remove.
    case leftFiles
    /// Mapped memory that was never used, or is no longer resident.
    case untouchedBytes
    /// Resident memory of the running processes that the program started, the 64 oldest of them.
    case childBytes
    /// Open file descriptors of the same processes.
    case childDescriptors
    /// Threads of the same processes.
    case childThreads
}

extension Metric {
    /// The name in texts.
    package var words: String {
        switch self {
        case .resetSeconds: "reset time"
        case .residentBytes: "resident memory"
        case .liveComponents: "live components"
        case .threads: "threads"
        case .descriptors: "descriptors"
        case .children: "child processes"
        case .zombies: "zombies"
        case .timers: "POSIX timers"
        case .inotifyWatches: "inotify watches"
        case .pendingSignals: "pending signals"
        case .fileLocks: "file locks"
        case .sharedMemory: "shared memory"
        case .semaphores: "semaphores"
        case .leftFiles: "files left"
        case .untouchedBytes: "untouched memory"
        case .childBytes: "child memory"
        case .childDescriptors: "child descriptors"
        case .childThreads: "child threads"
        }
    }

    package enum Unit: Hashable, Sendable {
        case seconds, bytes, count
    }

    package var unit: Unit {
        switch self {
        case .resetSeconds: .seconds
        case .residentBytes, .untouchedBytes, .childBytes: .bytes
        default: .count
        }
    }

    /// The resources of the kernel that most programs use none or a constant number of.
    ///
    /// One that never changes over a soak is neither judged nor shown.
    package static let resources: [Metric] = allCases.filter(\.isResource)

    package var isResource: Bool {
        switch self {
        case .resetSeconds, .residentBytes, .liveComponents, .threads, .descriptors: false
        default: true
        }
    }

    /// `true` if it measures the process, independently of registered objects.
    var isOfProcess: Bool { self != .resetSeconds && self != .liveComponents }
}
