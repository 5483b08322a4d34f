internal import OutliveDriver

extension UIApplication {
    /// Waits until the application shows a window.
    ///
    /// Called before a test begins. Without accessible windows, every element would seem absent to the test.
    ///
    /// - Throws: `AccessibilityError`, immediately if waiting cannot help, or `CancellationError`.
    nonisolated(nonsending) func seen(within limit: Duration = .seconds(10)) async throws {
        var trouble: AccessibilityError? = .noWindow
        do {
            try await OutliveDriver.wait(for: "a window", within: limit, clock: context.clock) {
                trouble = try whatHidesWindows()
                return trouble.map { $0.isLasting || $0.code == .noProcess } ?? true
            }
        } catch is WaitFailure {}
        if let trouble { throw trouble }
    }

    private func whatHidesWindows() throws -> AccessibilityError? {
        do {
            let isShown = try context.look { try !windows.places(in: $0, atMost: 1).isEmpty }
            return isShown ? nil : .noWindow
        } catch let error as AccessibilityError {
            return error
        }
    }
}
