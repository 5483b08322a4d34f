internal import OutliveDriver

extension UIApplication {
    /// Waits until it shows a window.
    ///
    /// Asked before a test begins: where nothing can be seen, all that the test finds absent would be so for that.
    ///
    /// - Throws: `AccessibilityError`, at once where waiting does not help; `CancellationError`.
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
