#if canImport(Testing)
public import OutliveDriver
public import OutliveModel
public import OutliveTesting
public import Testing

extension Trait where Self == LiveResetTrait {
    /// Provides each test with a freshly reset application, and saves a screenshot and the element tree if it fails.
    ///
    /// A test begins when a window of the application is accessible, and fails if none is within 10 s. Otherwise every
    /// element would seem absent. For an application that starts without windows, use `.liveReset` with the evidence of
    /// windows.
    ///
    /// Use an `AppUnderTest` as the lender, which serves one test at a time, because pointer and keyboard focus are
    /// shared.
    ///
    /// - Parameters:
    ///   - lender: The application.
    ///   - settings: The settings of the reset.
    ///   - fixture: The files copied into a private directory for each test. It is removed afterwards and kept on
    ///     failure.
    ///   - failingOnLeaks: `true` if components that outlive the reset after the test fail it.
    ///   - evidence: The additional evidence saved on failure.
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
