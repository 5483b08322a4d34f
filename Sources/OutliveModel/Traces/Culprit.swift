/// The reference to cut: the first one on a trace from what is meant to live to what is not.
public struct Culprit: Codable, Hashable, Sendable {
    /// What to call it: `Session.onEvent`, `static App.windows`, `closure in Feed.start`, `Task in Poller.run`, `over-retain`.
    ///
    /// The last is where no reference is to blame. Types are named without modules and without the types that they are nested in.
    public var name: String
    /// Where the closure, task or static is in the source, where that is known.
    public var location: SourceLine?
    /// The index in `LeakTrace.steps` of the holder whose reference it is.
    public var step: Int
    /// What kind of mistake it looks like.
    public var pattern: LeakPattern
    /// The fix for this very reference, where more is known than the pattern says: `Finish the EmbeddedChannel.`
    public var remedy: String?
    /// Why the reference is only probably the one to cut; nil where nothing speaks against it.
    public var doubt: String?

    /// Makes a culprit.
    public init(
        name: String, location: SourceLine? = nil, step: Int, pattern: LeakPattern, remedy: String? = nil,
        doubt: String? = nil
    ) {
        self.name = name
        self.location = location
        self.step = step
        self.pattern = pattern
        self.remedy = remedy
        self.doubt = doubt
    }

    /// The fix, in a sentence.
    public var hint: String { remedy ?? pattern.hint }
}

/// The mistakes that leaks commonly come from; the raw values are stable identifiers.
public enum LeakPattern: String, Codable, Hashable, Sendable, CaseIterable {
    /// A delegate, owner, parent or other back-reference that is strong.
    case strongBackReference = "strong-back-reference"
    /// A closure that an object stores captures the object.
    case closureCapturesSelf = "closure-captures-self"
    /// Objects hold each other, and no name tells which reference is the one back.
    case referenceCycle = "reference-cycle"
    /// A repeating timer that nobody invalidates.
    case timerNotInvalidated = "timer-not-invalidated"
    /// An observer whose token nobody removes.
    case observerNotRemoved = "observer-not-removed"
    /// A dispatch source, or work that was submitted, that nobody cancels.
    case dispatchNotCancelled = "dispatch-not-cancelled"
    /// A task that goes on, or waits, and that nobody cancels.
    case taskNotCancelled = "task-not-cancelled"
    /// A stream whose continuation nobody finishes.
    case streamNotFinished = "stream-not-finished"
    /// A thread that goes on.
    case threadNotStopped = "thread-not-stopped"
    /// A variable of a function that is running.
    case localVariable = "local-variable"
    /// A subscription that nobody cancels.
    case subscriptionNotCancelled = "subscription-not-cancelled"
    /// A static, or a collection in an object that lives as long as the process, that nothing is taken out of.
    case storeWithoutEviction = "store-without-eviction"
    /// Memory of C code, or managed by hand, that holds a reference.
    case heldByHand = "held-by-hand"
    /// A retain without a release.
    case overRetain = "over-retain"
    /// A promise, a continuation or a handshake that is never completed.
    case notCompleted = "not-completed"
    /// A client, channel, session or response that is never closed, finished or consumed.
    case notClosed = "not-closed"
    /// A reference cycle whose references all belong to a fetched package.
    case libraryCycle = "library-cycle"
    /// Objects of a fetched package that one of its functions creates and that only the package holds.
    case libraryStore = "library-store"
    /// Memory of malloc's that is never freed.
    case memoryNotFreed = "memory-not-freed"

    /// What to do about it, in one sentence.
    public var hint: String {
        switch self {
        case .strongBackReference: "Make the reference back weak, or clear it in teardown."
        case .closureCapturesSelf: "Capture self weakly ([weak self]), or clear the closure in teardown."
        case .referenceCycle: "They hold each other: make one of the references weak, or clear it in teardown."
        case .timerNotInvalidated: "Invalidate the timer in teardown, and let its block capture self weakly."
        case .observerNotRemoved: "Remove the observer in teardown, and let its block capture self weakly."
        case .dispatchNotCancelled:
            "Cancel it in teardown, and let its handler capture self weakly."
        case .taskNotCancelled: "Cancel the task in teardown, and see that it ends when it is cancelled."
        case .streamNotFinished:
            "Finish the stream in teardown, and let its handlers capture self weakly."
        case .threadNotStopped: "Stop the thread in teardown, and let its block capture self weakly."
        case .localVariable: "A function that is running has it in use: see that it lets go of it, or returns."
        case .subscriptionNotCancelled: "Cancel the subscription in teardown, or let its closure capture self weakly."
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
