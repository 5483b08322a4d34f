internal import OutliveModel

extension Outcome {
    var words: String {
        switch self {
        case .clean: "clean"
        case .notClean: "not clean"
        case .tooSlow: "slower than the gate"
        case .failed: "failed"
        case .usage: "wrong usage"
        case .interrupted: "interrupted"
        }
    }
}

extension Verdict {
    func counted(_ count: Int) -> String {
        switch self {
        case .leak: OutliveReport.counted(count, "leak")
        case .suspect: OutliveReport.counted(count, "suspect")
        case .filling: "\(count) probably still filling"
        case .retained, .late, .expected: "\(count) \(rawValue)"
        }
    }
}

extension Tier {
    /// The unit over which the findings of a tier are counted. Cycles of the heap tier need no reset.
    var round: String { self == .registry ? "reset" : "cycle" }
    /// The event at the site: `registered` or `allocated`.
    var made: String { self == .registry ? "registered" : "allocated" }
}

extension Finding {
    /// The unit over which the objects are counted.
    var round: String { isOfTests ? "run of the test" : tier.round }
    /// The unit in the plural.
    var rounds: String { isOfTests ? "runs of the test" : "\(tier.round)s" }

    /// The event at the site: as of the tier, or `waiting` for tasks whose allocation was not seen.
    ///
    /// An inspection from outside finds only where tasks wait.
    var made: String {
        guard tier == .heap, key.type == HeapType.task.description, !backtrace.frames.isEmpty else { return tier.made }
        let isCreation = backtrace.frames.contains { frame in
            frame.symbols.contains { $0.function.contains("swift_task_create") }
        }
        return isCreation ? tier.made : "waiting"
    }
}

extension Plan {
    /// The noun for one round of a run: `reset`, or `cycle` if nothing is reset.
    var round: String { reset == nil ? "cycle" : "reset" }
}

extension Metric {
    /// Returns the scale that fits a value of this metric.
    func scale(fitting value: Double, unicode: Bool) -> Scale {
        switch unit {
        case .seconds: .seconds(value, unicode: unicode)
        case .bytes: .bytes(value)
        case .count: .count
        }
    }
}

extension Failure.Code {
    var words: String {
        switch self {
        case .launch: "the program could not be started"
        case .notReady: "not ready"
        case .endpointTaken: "endpoint taken"
        case .resetFailed: "reset failed"
        case .falseAcknowledgement: "false acknowledgement"
        case .died: "the application died"
        case .replacedNothing: "the reset replaced nothing"
        case .command: "command failed"
        case .unstableProbe: "unstable probe"
        case .notWatched: "not watched for leaks"
        case .nothingRegistered: "nothing registered"
        case .blind: "the leak detector is blind"
        case .noGenerationReport: "no generation report"
        case .noHeapLibrary: "no heap library"
        case .heapNotServed: "not watched"
        case .noCensus: "no census"
        case .noTrend: "no trend"
        case .nothingShown: "the reset showed no effect"
        case .noCycle: "no cycle"
        case .harness: "harness"
        }
    }
}

extension Failure {
    var printer: String {
        switch printedBy {
        case nil: "the application"
        case .work: "the work command"
        case .probe: "the probe command"
        case .reset: "the reset command"
        case .tool: "the program"
        }
    }

    /// The source of the output, and the part that is shown: `the application printed last`.
    var outputDescription: String { "\(printer) printed \(beginsWithTrap ? "when it crashed" : "last")" }
}

extension FidelityCheck {
    var words: String {
        switch self {
        case .probe: "probe output"
        case .descriptors: "open descriptors"
        case .listeners: "listening sockets"
        case .threads: "threads"
        case .children: "child processes"
        case .directory: "working directory"
        case .environment: "environment variables"
        case .signals: "signal dispositions"
        case .masks: "blocked signals"
        case .maps: "mapped files"
        case .locale: "locale"
        case .umask: "file mode mask"
        case .limits: "resource limits"
        case .credentials: "user, groups and capabilities"
        case .scheduling: "priority and processors"
        case .resources: "timers, watches, locks and files left"
        case .state: "globals and statics"
        case .types: "live Swift types"
        }
    }
}

extension LeakPattern {
    var words: String {
        switch self {
        case .strongBackReference: "A delegate, owner, parent or other back-reference is strong."
        case .closureCapturesSelf: "A closure that an object stores captures the object."
        case .referenceCycle: "Objects hold strong references to each other."
        case .timerNotInvalidated: "A repeating timer is never invalidated."
        case .observerNotRemoved: "An observer is never removed."
        case .dispatchNotCancelled: "A dispatch source, or work that was submitted, is never cancelled."
        case .taskNotCancelled: "A task runs or waits, and is never cancelled."
        case .streamNotFinished: "A stream's continuation is never finished."
        case .threadNotStopped: "A thread is never stopped."
        case .localVariable: "A variable of a function that is running holds an object."
        case .subscriptionNotCancelled: "A subscription is never cancelled."
        case .storeWithoutEviction: "A store with the lifetime of the process grows without eviction."
        case .heldByHand: "Memory of C code, or managed manually, holds a reference."
        case .overRetain: "A retain has no release."
        case .notCompleted: "A promise, continuation or handshake is never completed."
        case .notClosed: "A client, channel, session or response is never closed."
        case .libraryCycle: "Objects of a fetched package hold strong references to each other."
        case .libraryStore: "A function of a fetched package retains more and more memory."
        case .memoryNotFreed: "Memory is never freed."
        }
    }
}

/// The meaning of a part for the verdict, shown by a colour and always by words as well.
enum Tone: String {
    case plain
    case good
    case bad
    case warn
}
