/// The reference to cut: the first one in a leak trace from an object with a legitimate lifetime to a leaked object.
package struct Suspect: Codable, Hashable, Sendable {
    /// The name: `Session.onEvent`, `static App.windows`, `closure in Feed.start`, `Task in Poller.run` or
    /// `over-retain`.
    ///
    /// `over-retain` means that no reference is to blame. Types are named without modules and enclosing types.
    package var name: String
    /// The location of the closure, task or static in the source, or `nil` if it is unknown.
    package var location: SourceLine?
    /// The index in `LeakTrace.steps` of the holder with this reference.
    package var step: Int
    package var pattern: LeakPattern
    /// The fix for this particular reference, such as `Finish the EmbeddedChannel.`; `nil` if the hint of the pattern
    /// applies.
    package var remedy: String?
    /// The reason why the reference is only probably the one to cut; `nil` if there is no doubt.
    package var doubt: String?
    /// The tasks that are the suspect and accumulate, or `nil` for any other suspect.
    package var tasks: WaitingTasks?

    package init(
        name: String, location: SourceLine? = nil, step: Int, pattern: LeakPattern, remedy: String? = nil,
        doubt: String? = nil, tasks: WaitingTasks? = nil
    ) {
        (self.name, self.location, self.step, self.pattern) = (name, location, step, pattern)
        (self.remedy, self.doubt, self.tasks) = (remedy, doubt, tasks)
    }

    /// The fix, in a sentence.
    package var hint: String { remedy ?? pattern.hint }
}

extension Suspect {
    /// The texts that order suspects in the same way in every run.
    fileprivate var order: (String, String, Int, String, String, String) {
        (
            name, location?.file ?? "", location?.line ?? 0, pattern.rawValue, remedy ?? "",
            "\(step) \(doubt ?? "") \(tasks.map { "\($0)" } ?? "")"
        )
    }
}

extension [Suspect?: Int] {
    /// The most frequent suspect, the first in order of several; `nil` if there is none, or it is no suspect.
    package var mostFrequent: Suspect? {
        self.max { one, other in
            if one.value != other.value { return one.value < other.value }
            guard let first = one.key, let second = other.key else { return one.key == nil }
            return second.order < first.order
        }?.key
    }
}

/// The common mistakes behind leaks; the raw values are stable identifiers.
package enum LeakPattern: String, Codable, Hashable, Sendable, CaseIterable {
    /// A strong back-reference, such as a delegate, owner or parent.
    case strongBackReference = "strong-back-reference"
    /// A closure that captures the object in which it is stored.
    case closureCapturesSelf = "closure-captures-self"
    /// Objects that refer to each other, without a name that reveals the back-reference.
    case referenceCycle = "reference-cycle"
    case timerNotInvalidated = "timer-not-invalidated"
    case observerNotRemoved = "observer-not-removed"
    /// A dispatch source or submitted work that is never cancelled.
    case dispatchNotCancelled = "dispatch-not-cancelled"
    case taskNotCancelled = "task-not-cancelled"
    /// A stream whose continuation is never finished.
    case streamNotFinished = "stream-not-finished"
    case threadNotStopped = "thread-not-stopped"
    /// A variable of a running function.
    case localVariable = "local-variable"
    case subscriptionNotCancelled = "subscription-not-cancelled"
    /// A static, or a collection in an object with the lifetime of the process, from which nothing is removed.
    case storeWithoutEviction = "store-without-eviction"
    /// A reference in memory of C code or in manually managed memory.
    case heldByHand = "held-by-hand"
    case overRetain = "over-retain"
    /// A promise, a continuation or a handshake that is never completed.
    case notCompleted = "not-completed"
    /// A client, channel, session or response that is never closed, finished or consumed.
    case notClosed = "not-closed"
    /// A reference cycle whose references all belong to a fetched package or a library of the toolchain.
    case libraryCycle = "library-cycle"
    /// Objects that a function of a fetched package creates and only the package refers to.
    case libraryStore = "library-store"
    case memoryNotFreed = "memory-not-freed"

    /// The fix, in one sentence.
    package var hint: String { hint(capturing: "self") }

    /// Returns the fix, in one sentence.
    ///
    /// - Parameter captured: What a closure should capture weakly: `self`, or the type of another object.
    package func hint(capturing captured: String) -> String {
        switch self {
        case .strongBackReference: "Make the reference back weak, or clear it in teardown."
        case .closureCapturesSelf:
            "Capture \(captured) weakly\(captured == "self" ? " ([weak self])" : ""), or clear the closure in teardown."
        case .referenceCycle: "They hold each other: make one of the references weak, or clear it in teardown."
        case .timerNotInvalidated: "Invalidate the timer in teardown, and let its block capture \(captured) weakly."
        case .observerNotRemoved: "Remove the observer in teardown, and let its block capture \(captured) weakly."
        case .dispatchNotCancelled:
            "Cancel it in teardown, and let its handler capture \(captured) weakly."
        case .taskNotCancelled: "Cancel the task in teardown, and see that it ends when it is cancelled."
        case .streamNotFinished:
            "Finish the stream in teardown, and let its handlers capture \(captured) weakly."
        case .threadNotStopped: "Stop the thread in teardown, and let its block capture \(captured) weakly."
        case .localVariable: "A function that is running has it in use: see that it lets go of it, or returns."
        case .subscriptionNotCancelled:
            "Cancel the subscription in teardown, or let its closure capture \(captured) weakly."
        case .storeWithoutEviction: "Remove entries that are no longer needed, or bound what is kept."
        case .heldByHand: "Release what the C side or the buffer was given when it lets go."
        case .notCompleted: "Complete it on every path, errors and timeouts included."
        case .notClosed: "Close it when it is no longer used."
        case .libraryCycle: "The package's own objects hold each other: report upstream."
        case .libraryStore: "The package keeps more and more: release it, or report upstream."
        case .memoryNotFreed: "Free the memory when it is no longer used."
        case .overRetain:
            "No reference was found: look for a retain without a release (Unmanaged.passRetained, a buffer freed without deinitializing)."
        }
    }
}
