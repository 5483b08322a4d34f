#if LiveReset
internal import COutlive

/// A weak reference that can be asked whether it still holds, without retaining the object.
struct WeakReference {
    weak var object: AnyObject?

    /// Whether the object is there and not being deinitialised.
    var isAlive: Bool {
        mutating get { withUnsafeMutablePointer(to: &self) { outl_weak_is_alive($0) } }
    }

    /// Makes a look at the reference in a moment's time faster.
    mutating func prefetch() {
        withUnsafePointer(to: &self) { outl_weak_prefetch($0) }
    }
}
#endif
