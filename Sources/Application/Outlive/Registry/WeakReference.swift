#if LiveReset
internal import COutlive

/// A weak reference that reports if its object is alive, without retaining it.
struct WeakReference {
    weak var object: AnyObject?

    /// `true` if the object exists and is not being deinitialised.
    var isAlive: Bool {
        mutating get { withUnsafeMutablePointer(to: &self) { outl_weak_is_alive($0) } }
    }

    /// Prefetches the memory that the next check of the reference reads.
    mutating func prefetch() {
        withUnsafePointer(to: &self) { outl_weak_prefetch($0) }
    }
}
#endif
