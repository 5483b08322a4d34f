#if canImport(Testing)
public import OutliveDriver
public import OutliveModel
public import OutliveTesting
public import Testing

extension Trait where Self == LiveResetTrait {
    /// Lends each test an application that is reset for it, and keeps a screenshot and the tree of elements of a test
    /// that fails.
    ///
    /// A test begins when a window of the application can be seen, and fails when none can be within 10 s: to a test
    /// that can see nothing, everything is gone. An application that begins without windows is for `.liveReset`, with
    /// the evidence of windows.
    ///
    /// A test of a screen wants an `AppUnderTest` for a lender, which is lent to one test at a time: there is one
    /// pointer, and one keyboard focus.
    ///
    /// - Parameters:
    ///   - lender: the application.
    ///   - settings: what it is reset with.
    ///   - fixture: what is copied into a private directory for each test, removed after it and kept when it fails.
    ///   - failingOnLeaks: whether components that outlive the reset after the test fail it.
    ///   - evidence: what else is kept when the test fails.
    public static func uiTest<Settings: LaunchSettings>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOnLeaks: Bool = true, evidence: [any FailureEvidence] = .ofWindows
    ) -> Self {
        .liveReset(
            lender, settings: settings, fixture: fixture, failingOnLeaks: failingOnLeaks, evidence: evidence
        ) { live in
            try await live.ui.seen()
        }
    }
}
#endif
