import DeskNotesSettings
import OutliveUITest
import Testing

extension Trait where Self == LiveResetTrait {
    /// Lends each test the application, with its own settings and document.
    static func desk(
        _ fixture: Fixture? = nil, _ change: (inout DeskSettings) -> Void = { _ in }
    ) -> Self {
        .uiTest(Desk.app, settings: DeskSettings(change), fixture: fixture)
    }
}
