internal import Outlive
internal import OutliveModel

/// Shows, once in a process, that a scope sees a deliberate leak and sees none where there is none.
///
/// A detector that watched nothing would pass every test: where `track` was compiled out, or the registry cannot tell
/// what is alive, all checks fail instead.
actor ControlRun {
    static let shared = ControlRun()

    private var running: Task<Controls, Never>?

    /// Why no check of this process can be trusted; nil when they can be.
    var blindness: String? {
        get async {
            // Detached, so that no scope but its own takes part.
            let controls = running ?? Task.detached { await Self.run() }
            running = controls
            let outcome = await controls.value
            if outcome.falseAlarm { return "leak checks are blind: they report an object that is gone" }
            guard !outcome.leakFound else { return nil }
            return "leak checks are blind: they do not see a deliberate leak. "
                + "Was Outlive built without its trait LiveReset, which compiles `track` to nothing?"
        }
    }

    private static func run() async -> Controls {
        let (result, report) = await LeakScope.run(settling: SettlePolicy(deadline: .zero)) {
            letGo()
            return LeakRegistry.shared.track(Control(), as: "kept")
        }
        let names = report.survivors.map(\.key.name)
        return withExtendedLifetime(result) {
            Controls(leakFound: names.contains("kept"), falseAlarm: names.contains("let go"))
        }
    }

    /// A function of its own, so that the object is gone when it returns.
    @inline(never)
    private static func letGo() {
        LeakRegistry.shared.track(Control(), as: "let go")
    }
}

/// An object that is kept, or let go, on purpose.
private final class Control: Sendable {}
