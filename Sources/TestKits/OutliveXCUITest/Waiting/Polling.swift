#if canImport(XCUIAutomation)
/// Checks a condition immediately, then after pauses of 1 ms, 2 ms, 4 ms up to 100 ms, and once at the end.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
///
/// - Returns: `true` if the condition held in time.
/// - Throws: The errors of the condition, or `CancellationError`.
nonisolated(nonsending) func poll(
    within limit: Duration, _ look: nonisolated(nonsending) () async throws -> Bool
) async throws -> Bool {
    let clock = SuspendingClock()
    let end = clock.now.advanced(by: limit)
    var pause = Duration.milliseconds(1)
    while true {
        let isLast = clock.now >= end
        if try await look() { return true }
        if isLast { return false }
        try await clock.sleep(until: min(end, clock.now.advanced(by: pause)), tolerance: nil)
        pause = min(pause * 2, .milliseconds(100))
    }
}
#endif
