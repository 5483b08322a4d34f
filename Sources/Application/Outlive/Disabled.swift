#if !LiveReset
public import OutliveWire

// What takes the place of live code in builds without the trait `LiveReset`: nothing is recorded, and requests are
// refused. The public types are declared once, with live code in conditions.

extension LeakRegistry {
    /// A registry that records nothing.
    ///
    /// Each access creates a new one, so that the optimizer can remove the object together with every call of `track`.
    @_transparent
    public static var shared: LeakRegistry { LeakRegistry() }

    /// Returns an empty generation.
    public func endGeneration(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) -> EndedGeneration {
        EndedGeneration(generation: 1, aliveAtSweep: 0, alive: [])
    }

    var depth: Int32 { 0 }

    func open(_ scope: LeakRegistry) {}

    func close(_ scope: LeakRegistry) {}

    /// Returns the result of a registry that detects nothing.
    package func selfCheck() -> SelfCheck { SelfCheck(leakFound: false, falseAlarm: false) }
}

extension Unwinder {
    /// Always `framePointer`, because nothing is captured; setting it has no effect.
    public static var inForce: Unwinder {
        get { .framePointer }
        set {}
    }
}

extension ResetHost {
    /// Refuses the request, as a host that is not running does.
    public func handle(_ request: ResetRequest) async -> ResetReply {
        refusal(of: request, because: "built without the trait LiveReset", .notRunning)
    }

    func listen() async { notifiers = [] }
}
#endif
