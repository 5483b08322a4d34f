internal import OutliveModel

extension LeakPattern {
    /// The problem in a sentence.
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
