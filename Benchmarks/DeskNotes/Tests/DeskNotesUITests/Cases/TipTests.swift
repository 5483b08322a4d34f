import DeskNotesSettings
import OutliveUITest
import Synchronization
import Testing

extension DeskNotesUITests {
    struct TipTests {
        @Test(
            .desk {
                $0.signedIn = "ada@example.org"
                $0.tipAfter = 0.05
            })
        func `A tip that appears by itself is dismissed on the way`() async throws {
            let visit = try await Visit.begin()
            let dismissed = Mutex<[String]>([])
            visit.ui.addInterruptionHandler("the tip") { dialog in
                guard dialog.label == "Tip of the day" else { return false }
                try await dialog.buttons["Got it"].tap()
                // Wait however long it takes, so that the handler is not called again for this dialog.
                try await dialog.wait(untilNot: \.exists)
                dismissed.withLock { $0.append(dialog.label) }
                return true
            }
            try await visit.ui.dialogs["Tip of the day"].wait(until: \.exists)
            #expect(!visit.pages.list.newNote.isHittable)
            try await visit.pages.list.newNote.tap()
            try await visit.pages.editor.wait(until: \.isOpen, describedAs: "the editor")
            #expect(dismissed.withLock { $0.count } == 1)
        }
    }
}
