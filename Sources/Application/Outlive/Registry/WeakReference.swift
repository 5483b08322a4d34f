#if LiveReset
internal import COutlive

/// A weak reference that can check whether its object is alive without retaining it.
struct WeakReference: ~Copyable {
    weak var object: AnyObject?

    /// `true` if the object exists and is not being deinitialised.
    var isAlive: Bool {
        mutating get { withUnsafeMutablePointer(to: &self) { outl_weak_is_alive($0) } }
    }

    /// Prefetches the memory that the next check of the reference reads.
    mutating func prefetch() {
        withUnsafePointer(to: &self) { outl_weak_prefetch($0) }
    }

    /// Makes `isAlive` a plain load if the runtime's side tables have the expected layout; effective once.
    static func prepare() { _ = areSideTablesRead }

    /// `true` if `isAlive` reads side tables.
    ///
    /// A trial with an object of its own compares the layout with the runtime's answers: while the object is alive,
    /// during its `deinit`, and after it.
    static let areSideTablesRead: Bool = {
        var reference = WeakReference()
        var duringDeinit = false
        var probe: Probe? = Probe()
        reference.object = probe
        let address = Unmanaged.passUnretained(probe!).toOpaque()
        return withUnsafeMutablePointer(to: &reference) { reference in
            probe!.onDeinit = { duringDeinit = outl_side_table_is_as_expected(reference, address, false) }
            let before = outl_side_table_is_as_expected(reference, address, true)
            probe = nil
            let after = outl_side_table_is_as_expected(reference, nil, false)
            let isExpected = before && duringDeinit && after
            outl_side_tables_read(isExpected)
            return isExpected
        }
    }()

    private final class Probe {
        var onDeinit: () -> Void = {}

        deinit { onDeinit() }
    }
}
#endif
