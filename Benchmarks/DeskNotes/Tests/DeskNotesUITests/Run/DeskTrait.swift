import DeskNotesSettings
import OutliveUITest
import Testing

extension Trait where Self == LiveResetTrait {
    /// Lends each test the application, with settings and a document of its own.
    static func desk(
        _ fixture: Fixture? = nil, _ change: (inout DeskSettings) -> Void = { _ in }
    ) -> Self {
        .uiTest(Desk.app, settings: DeskSettings(change), fixture: fixture)
    }
}
