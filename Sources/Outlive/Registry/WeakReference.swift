internal import COutlive

/// A weak reference that can be asked whether it still holds, without retaining the object.
struct WeakReference {
    weak var object: AnyObject?

    /// Whether the object is there and not being deinitialised.
    var isAlive: Bool {
        mutating get { withUnsafeMutablePointer(to: &self) { outl_weak_is_alive($0) } }
    }
}
