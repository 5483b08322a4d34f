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

    /// Makes a culprit.
    public init(name: String, location: SourceLine? = nil, step: Int, pattern: LeakPattern) {
        self.name = name
        self.location = location
        self.step = step
        self.pattern = pattern
    }
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
    /// A retain that nobody pays back.
    case overRetain = "over-retain"

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
        case .storeWithoutEviction: "Take the object out in teardown, or bound what is kept."
        case .heldByHand: "Release what the C side or the buffer was given when it lets go."
        case .overRetain:
            "No reference was found: look for a retain without a release (Unmanaged.passRetained, a buffer freed without deinitializing)."
        }
    }
}
