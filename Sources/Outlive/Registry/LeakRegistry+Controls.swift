#if LiveReset
public import OutliveModel

extension LeakRegistry {
    /// Checks that the registry sees a deliberate leak, and sees none where there is none.
    ///
    /// It goes through all that a registration and a reset go through, in a registry of its own with this one's
    /// settings, so generations and counts of this one stay as they are. A disabled registry is blind.
    public func runControls() -> Controls {
        let trial = LeakRegistry(isEnabled: isEnabled, depth: Int(depth))
        let kept = trial.track(Control(), as: "kept")
        Self.letGo(in: trial)
        let ended = trial.endGeneration()
        let names = trial.report(ended.generation, registered: 0, late: [], settleSeconds: 0).survivors.map(\.key.name)
        return withExtendedLifetime(kept) {
            Controls(leakFound: names.contains("kept"), falseAlarm: names.contains("let go"))
        }
    }

    /// A function of its own, so that the object is gone when it returns.
    @inline(never)
    private static func letGo(in registry: LeakRegistry) {
        registry.track(Control(), as: "let go")
    }
}

/// An object that is kept, or let go, on purpose.
private final class Control {}
#endif
