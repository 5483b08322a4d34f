public import OutliveDriver

/// A part of the application that a person sees as one, in the words of the tests.
///
///     struct SignUpPage: Page {
///         let ui: UIApplication
///         var isLoaded: Bool { ui.textFields["E-mail"].isHittable }
///     }
///     try await SignUpPage(ui: live.ui).loaded()
public protocol Page: Waitable {
    /// Whether it is shown and can be used.
    var isLoaded: Bool { get }
}

extension Page {
    /// Waits until the page is shown and can be used.
    ///
    /// - Parameters:
    ///   - limit: the longest wait.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Returns: itself, so that what is done on it can follow.
    /// - Throws: `WaitFailure` that names the page; `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func loaded(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(
            until: \.isLoaded, within: limit, describedAs: "\(Self.self) to be loaded", fileID: fileID, line: line)
    }
}
