#if !LiveReset
public import OutliveWire

/// A stand-in for the registry in builds without the trait `LiveReset`.
///
/// It records nothing, and `track` compiles to nothing.
public final class LeakRegistry: Sendable {
    /// Creates a registry that records nothing.
    @inlinable
    public init(isEnabled: Bool = true, depth: Int = 32) {}

    @inlinable
    deinit {}

    /// Always `false`; setting it has no effect.
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
    /// A registry that records nothing.
    ///
    /// Each access creates a new one, so that the optimizer can remove the object together with every call of `track`.
    @_transparent
    public static var shared: LeakRegistry { LeakRegistry() }

    /// Returns `component` without evaluating the name.
    @_transparent
    @discardableResult
    public func track<Component: AnyObject>(
        _ component: Component, as name: @autoclosure () -> String? = nil, lifetime: Lifetime = .untilReset,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Component {
        component
    }

    /// Returns an empty generation.
    public func endGeneration(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) -> EndedGeneration {
        EndedGeneration()
    }

    /// Returns controls that report a registry without function.
    public func runControls() -> Controls { Controls(leakFound: false, falseAlarm: false) }
}

/// A stand-in for an ended generation; it contains no components.
public struct EndedGeneration: Sendable {
    /// Always 1.
    public let generation = 1
    /// Always 0.
    public let aliveAtSweep = 0
    /// Always empty.
    public let alive: [AliveComponent] = []

    /// Returns an empty report immediately.
    public func settled() async -> GenerationReport {
        GenerationReport(generation: generation, registered: 0, died: 0)
    }
}

extension Unwinder {
    /// Always `framePointer`, because nothing is captured; setting it has no effect.
    public static var inForce: Unwinder {
        get { .framePointer }
        set {}
    }
}
#endif
