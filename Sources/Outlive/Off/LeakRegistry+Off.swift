#if !LiveReset
public import OutliveModel

/// Stands in for the registry in a build without the trait `LiveReset`: nothing is watched, and `track` is nothing.
public final class LeakRegistry: Sendable {
    /// Makes a registry that records nothing.
    @inlinable
    public init(isEnabled: Bool = true, depth: Int = 32) {}

    @inlinable
    deinit {}

    /// Always false; setting it does nothing.
    @inlinable
    public var isEnabled: Bool {
        get { false }
        set {}
    }

    /// Does nothing.
    @inlinable
    public func untrack(_ component: AnyObject) {}

    /// Always 1.
    public var generation: Int { 1 }

    /// Always 0.
    public var registered: Int { 0 }
}

extension LeakRegistry {
    /// A registry; one is as good as another.
    ///
    /// Made anew, as the optimizer sees then that nothing is done with it, and leaves nothing of a call of `track`.
    @_transparent
    public static var shared: LeakRegistry { LeakRegistry() }

    /// Returns `component`; the name is not evaluated.
    @_transparent
    @discardableResult
    public func track<Component: AnyObject>(
        _ component: Component, as name: @autoclosure () -> String? = nil, lifetime: Lifetime = .untilReset,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Component {
        component
    }

    /// Returns a generation of nothing.
    public func endGeneration(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) -> EndedGeneration {
        EndedGeneration()
    }

    /// Says that the registry is blind.
    public func runControls() -> Controls { Controls(leakFound: false, falseAlarm: false) }
}

/// Stands in for a generation that has ended; nothing was watched in it.
public struct EndedGeneration: Sendable {
    /// Always 1.
    public let generation = 1
    /// Always 0.
    public let aliveAtSweep = 0
    /// Always empty.
    public let alive: [AliveComponent] = []

    /// Returns the report of nothing, at once.
    public func settled() async -> GenerationReport {
        GenerationReport(generation: generation, registered: 0, died: 0)
    }
}

extension Unwinder {
    /// Always `framePointer`, as nothing is captured; setting it does nothing.
    public static var inForce: Unwinder {
        get { .framePointer }
        set {}
    }
}
#endif
