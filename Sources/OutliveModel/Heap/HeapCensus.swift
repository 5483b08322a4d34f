/// The live Swift objects and raw blocks of a process at one moment, by type, allocation site and cycle of birth.
public struct HeapCensus: Codable, Hashable, Sendable {
    /// What a census was taken for.
    public enum Reason: String, Codable, Hashable, Sendable {
        /// A harness, or the program itself, asked for it.
        case request
        /// The program exits.
        case exit
        /// A signal is about to end the program.
        case fatalSignal
        /// Somebody sent the signal by hand.
        case signal
    }

    /// The process.
    public var processID: Int32
    /// What it was taken for.
    public var reason: Reason
    /// The cycle that it belongs to: how many cycles had ended before it.
    public var cycle: Int
    /// The live objects and raw blocks, in groups that have type, stack, birth and state in common.
    public var rows: [HeapRow]
    /// The distinct allocation stacks that the rows point at.
    public var stacks: [Backtrace]
    /// Live blocks that are no Swift objects.
    public var rawBlocks: Int
    /// Their bytes, as malloc gave them.
    public var rawBytes: Int
    /// How long the program was held up, in seconds.
    public var pauseSeconds: Double
    /// Whether memory ran out while it was made, so that objects may be missing.
    public var isIncomplete: Bool

    /// Makes a census.
    public init(
        processID: Int32, reason: Reason = .request, cycle: Int, rows: [HeapRow] = [], stacks: [Backtrace] = [],
        rawBlocks: Int = 0, rawBytes: Int = 0, pauseSeconds: Double = 0, isIncomplete: Bool = false
    ) {
        self.processID = processID
        self.reason = reason
        self.cycle = cycle
        self.rows = rows
        self.stacks = stacks
        self.rawBlocks = rawBlocks
        self.rawBytes = rawBytes
        self.pauseSeconds = pauseSeconds
        self.isIncomplete = isIncomplete
    }

    /// How many Swift objects are alive; those that are deinitialised are not among them.
    public var objects: Int { rows.reduce(0) { boundedSum($0, $1.isLiveObject ? $1.count : 0) } }
    /// The bytes of the Swift objects that are alive.
    public var bytes: Int { rows.reduce(0) { boundedSum($0, $1.isLiveObject ? $1.bytes : 0) } }
    /// How many objects are deinitialised, and kept by unowned references only.
    public var deinitialised: Int { rows.reduce(0) { boundedSum($0, $1.state == .deinitialised ? $1.count : 0) } }
}

/// Live objects that have type, allocation stack, birth and state in common.
public struct HeapRow: Codable, Hashable, Sendable {
    /// Whether an object is alive in every sense.
    public enum State: String, Codable, Hashable, Sendable {
        /// It is.
        case alive
        /// It is deinitialised; unowned references keep its memory.
        case deinitialised
    }

    /// What they are.
    public var type: HeapType
    /// The index of their allocation stack in `HeapCensus.stacks`; nil where none was captured.
    public var stack: Int?
    /// The cycle that they were made in, counted from 0.
    public var birth: Int
    /// Whether they are alive.
    public var state: State
    /// How many there are.
    public var count: Int
    /// Their bytes: of objects as asked for from malloc, of raw blocks as malloc gave them.
    public var bytes: Int
    /// What they hold, where they are the storage of containers; nil of all else.
    public var contents: ContainerContents?

    /// Makes a group.
    public init(
        type: HeapType, stack: Int? = nil, birth: Int = 0, state: State = .alive, count: Int, bytes: Int,
        contents: ContainerContents? = nil
    ) {
        self.type = type
        self.stack = stack
        self.birth = birth
        self.state = state
        self.count = count
        self.bytes = bytes
        self.contents = contents
    }

    /// Whether these are Swift objects that are alive in every sense.
    var isLiveObject: Bool { state == .alive && type.kind != .raw }
}
