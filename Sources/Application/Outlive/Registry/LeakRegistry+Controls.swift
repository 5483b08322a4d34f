#if LiveReset
public import OutliveWire

extension LeakRegistry {
    /// Checks that the registry finds a deliberate leak and reports no false one.
    ///
    /// The check runs a registration and a generation's end in a separate registry with the same settings, so this
    /// registry stays unchanged. A disabled registry finds nothing.
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

    /// Registers an object that is released when the function returns.
    @inline(never)
    private static func letGo(in registry: LeakRegistry) {
        registry.track(Control(), as: "let go")
    }
}

/// An object that the controls keep or release on purpose.
private final class Control {}
#endif
