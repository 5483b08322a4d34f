/// One respect in which an instance after many resets is compared with a fresh launch.
public enum FidelityCheck: String, Codable, Hashable, Sendable, CaseIterable {
    /// What the probe prints.
    case probe
    /// Open descriptors, by kind and target.
    case descriptors
    /// Sockets that accept connections, by address.
    case listeners
    /// Threads, by name.
    case threads
    /// Processes that it started and that are still there, by name.
    case children
    /// The working directory.
    case directory
    /// Environment variables.
    case environment
    /// Signals that are ignored or caught.
    case signals
    /// Signals that threads block.
    case masks
    /// Files mapped into memory.
    case maps
    /// The locale.
    case locale
    /// The mask of file modes.
    case umask
    /// Resource limits.
    case limits
    /// User, groups and capabilities.
    case credentials
    /// Swift types that the program declares and that have live objects, where the heap tier looked.
    case types

    /// Whether use alone fills up what is compared, as with pools, caches and libraries that are loaded when needed.
    ///
    /// There the state is compared with launches both unused and used, and less than at a launch is no difference.
    public var fillsWithUse: Bool {
        switch self {
        case .descriptors, .threads, .masks, .maps, .types: true
        default: false
        }
    }

    /// Whether it counts what runtimes keep in pools, which may get a little larger at any time in a process's life.
    public var isOfPools: Bool { self == .descriptors || self == .threads || self == .masks }
}
