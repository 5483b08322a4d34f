/// The live Swift objects and raw blocks of a process at one moment, by type, allocation site and cycle of birth.
package struct HeapCensus: Codable, Hashable, Sendable {
    package enum Reason: String, Codable, Hashable, Sendable {
        /// A harness or the program itself requested it.
        case request
        case exit
        /// A fatal signal is about to end the program.
        case fatalSignal
        /// The process received the signal that requests a census.
        case signal
        /// Another process inspected it.
        case inspection
        /// The process ended with a core file.
        case core

        /// `true` if it is not the heap tier of the process that took it.
        package var isFromOutside: Bool { self == .inspection || self == .core }
    }

    package var processID: Int32
    package var reason: Reason
    /// The number of cycles that ended before it.
    package var cycle: Int
    /// The live objects and raw blocks, grouped by type, stack, birth and state.
    package var rows: [HeapRow]
    /// The distinct allocation stacks of the rows.
    package var stacks: [Backtrace]
    /// The number of live blocks that are no Swift objects.
    package var rawBlocks: Int
    /// The bytes of those blocks, as malloc allocated them.
    package var rawBytes: Int
    package var pauseSeconds: Double
    /// `true` if memory ran out, or a part of it could not be read, so that objects may be missing.
    package var isIncomplete: Bool
    /// The sampling that the figures are estimated from; `nil` if every block was counted.
    package var sampling: HeapSampling?
    /// The count of all allocations; `nil` if only live blocks were counted.
    package var allocations: HeapAllocations?
    /// The memory that the heap tier itself used at that moment; `nil` in older reports.
    package var tierBytes: Int?
    /// The maximum number of frames of a stack, 0 if none is captured; `nil` in older reports.
    package var framesPerStack: Int?

    package init(
        processID: Int32, reason: Reason = .request, cycle: Int, rows: [HeapRow] = [], stacks: [Backtrace] = [],
        rawBlocks: Int = 0, rawBytes: Int = 0, pauseSeconds: Double = 0, isIncomplete: Bool = false,
        sampling: HeapSampling? = nil, allocations: HeapAllocations? = nil, tierBytes: Int? = nil,
        framesPerStack: Int? = nil
    ) {
        (self.processID, self.reason, self.cycle, self.rows) = (processID, reason, cycle, rows)
        (self.stacks, self.rawBlocks, self.rawBytes, self.pauseSeconds) = (stacks, rawBlocks, rawBytes, pauseSeconds)
        (self.isIncomplete, self.sampling, self.tierBytes) = (isIncomplete, sampling, tierBytes)
        (self.allocations, self.framesPerStack) = (allocations, framesPerStack)
    }

    /// The number of live Swift objects, without deinitialised ones.
    package var objects: Int { rows.reduce(0) { boundedSum($0, $1.isLiveObject ? $1.count : 0) } }
    package var bytes: Int { rows.reduce(0) { boundedSum($0, $1.isLiveObject ? $1.bytes : 0) } }
    /// The number of objects that are deinitialised and kept only by unowned references.
    package var deinitialised: Int { rows.reduce(0) { boundedSum($0, $1.state == .deinitialised ? $1.count : 0) } }
}

/// Live objects with the same type, allocation stack, birth and state.
package struct HeapRow: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable {
        /// It is not deinitialised.
        case alive
        /// It is deinitialised, but unowned references keep its memory.
        case deinitialised
    }

    package var type: HeapType
    /// The index of the allocation stack in `HeapCensus.stacks`; `nil` if none was captured.
    package var stack: Int?
    /// The cycle of their allocation, counted from 0.
    package var birth: Int
    package var state: State
    package var count: Int
    /// The bytes of the objects as requested from malloc, or of raw blocks as malloc allocated them.
    package var bytes: Int
    /// The fill level if the objects are the storage of containers, or else `nil`.
    package var contents: ContainerContents?

    package init(
        type: HeapType, stack: Int? = nil, birth: Int = 0, state: State = .alive, count: Int, bytes: Int,
        contents: ContainerContents? = nil
    ) {
        (self.type, self.stack, self.birth, self.state) = (type, stack, birth, state)
        (self.count, self.bytes, self.contents) = (count, bytes, contents)
    }

    /// `true` if these are Swift objects that are not deinitialised.
    var isLiveObject: Bool { state == .alive && type.kind != .raw }
}

/// The fill level of the storage of arrays, dictionaries, sets, strings or data.
package struct ContainerContents: Codable, Hashable, Sendable {
    /// The bytes of the elements.
    package var used: Int
    /// The bytes for which there is room.
    package var capacity: Int

    package init(used: Int, capacity: Int) {
        self.used = used
        self.capacity = capacity
    }

    /// Returns the sum of two groups, or `nil` if neither has contents.
    package static func sum(_ first: Self?, _ second: Self?) -> Self? {
        guard let first, let second else { return first ?? second }
        return Self(
            used: boundedSum(first.used, second.used), capacity: boundedSum(first.capacity, second.capacity))
    }
}

/// The results of `outlive run` and `outlive census`, from which all formats of the report are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct CensusReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = CensusReport.currentFormat
    package var toolVersion: String
    /// The start of the run: ISO 8601, UTC.
    package var startedAt: String
    package var machine: Machine
    /// The command that was run; `nil` for a process that was already running.
    package var command: [String]?
    /// The end of the command; `nil` if it still runs.
    package var ending: Ending?
    /// The watched processes, each with its last census: one, unless the command starts others.
    package var processes: [CensusedProcess] = []
    /// The errors that explain missing data.
    package var failures: [Failure] = []
    /// Remarks on how the figures were obtained.
    package var notes: [String] = []

    package enum Ending: Codable, Hashable, Sendable {
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
    }

    package init(toolVersion: String, startedAt: String, machine: Machine, command: [String]? = nil) {
        (self.toolVersion, self.startedAt, self.machine, self.command) = (toolVersion, startedAt, machine, command)
    }
}

package struct CensusedProcess: Codable, Hashable, Sendable {
    package var processID: Int32
    package var executable: String
    package var census: HeapCensus
    /// The heap from its start to this census; `nil` unless a clock recorded it.
    package var course: HeapCourse?

    package init(processID: Int32, executable: String, census: HeapCensus, course: HeapCourse? = nil) {
        (self.processID, self.executable, self.census, self.course) = (processID, executable, census, course)
    }
}

extension CensusReport.Ending {
    /// The exit status as a shell reports it.
    package var status: Int32 {
        switch self {
        case .exited(let status): status
        case .signalled(let signal): 128 + signal
        }
    }
}
