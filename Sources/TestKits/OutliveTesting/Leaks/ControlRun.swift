internal import Outlive
internal import OutliveModel

/// A self-check, once in a process, that a scope finds a deliberate leak and reports no released object.
///
/// A detector that observes nothing would pass every test. If `track` was compiled out or the registry does not work,
/// all checks therefore fail.
actor ControlRun {
    static let shared = ControlRun()

    private var running: Task<SelfCheck, Never>?

    /// The reason why the checks of this process cannot be trusted, or `nil` if they can.
    var blindness: String? {
        get async {
            // Detached, so that no other scope takes part.
            let controls = running ?? Task.detached { await Self.run() }
            running = controls
            let outcome = await controls.value
            if outcome.falseAlarm { return "leak checks are blind: they report a deallocated object" }
            guard !outcome.leakFound else { return nil }
            return "leak checks are blind: they do not find a deliberate leak. "
                + "Was Outlive built without its trait LiveReset, which compiles `track` to nothing?"
        }
    }

    private static func run() async -> SelfCheck {
        let (result, report) = await LeakScope.run(settling: SettlePolicy(deadline: .zero)) {
            letGo()
            return LeakRegistry.shared.track(Control(), as: "kept")
        }
        let names = report.survivors.map(\.key.name)
        return withExtendedLifetime(result) {
            SelfCheck(leakFound: names.contains("kept"), falseAlarm: names.contains("let go"))
        }
    }

    /// A separate function, so that the object is released on return.
    @inline(never)
    private static func letGo() {
        LeakRegistry.shared.track(Control(), as: "let go")
    }
}

/// An object that is retained or released on purpose.
private final class Control: Sendable {}
