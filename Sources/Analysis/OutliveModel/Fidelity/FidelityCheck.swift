/// An aspect in which a process after many resets is compared with a fresh launch.
package enum FidelityCheck: String, Codable, Hashable, Sendable, CaseIterable {
    /// The output of the probe.
    case probe
    /// Open descriptors, by kind and target.
    case descriptors
    /// Sockets that accept connections, by address.
    case listeners
    /// Threads, by name.
    case threads
    /// Running child processes, by name.
    case children
    /// The working directory.
    case directory
    /// Environment variables.
    case environment
    /// Ignored and caught signals.
    case signals
    /// Signals blocked by threads.
    case masks
    /// Files mapped into memory.
    case maps
    case locale
    /// The mask of file modes.
    case umask
    /// Resource limits.
    case limits
    /// User, groups and capabilities.
    case credentials
    /// Swift types of the program that have live objects, if the heap tier is active.
    case types

    /// `true` if use alone increases what is compared, as with pools, caches and libraries loaded on demand.
    ///
    /// Such state is compared with both unused and used launches, and less than after a launch is no difference.
    package var fillsWithUse: Bool {
        switch self {
        case .descriptors, .threads, .masks, .maps, .types: true
        default: false
        }
    }

    /// `true` if the check counts what runtimes keep in pools, which may grow slightly at any time.
    package var isOfPools: Bool { self == .descriptors || self == .threads || self == .masks }
}
