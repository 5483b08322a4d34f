public import OutliveDriver

/// A page object: a part of the user interface, in the terms of the tests.
///
///     struct SignUpPage: Page {
///         let ui: UIApplication
///         var isLoaded: Bool { ui.textFields["E-mail"].isHittable }
///     }
///     try await SignUpPage(ui: live.ui).loaded()
public protocol Page: Waitable {
    /// `true` if the page is shown and usable.
    var isLoaded: Bool { get }
}

extension Page {
    /// Waits until the page is shown and usable.
    ///
    /// - Parameters:
    ///   - limit: The longest wait.
    ///   - fileID: The file reported in a failure.
    ///   - line: The line reported in a failure.
    /// - Returns: The page, for chained calls.
    /// - Throws: `WaitFailure` that names the page, or `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func loaded(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(
            until: \.isLoaded, within: limit, describedAs: "\(Self.self) to be loaded", fileID: fileID, line: line)
    }
}
