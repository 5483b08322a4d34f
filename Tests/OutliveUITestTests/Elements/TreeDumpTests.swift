import Testing

@testable import OutliveUITest

struct TreeDumpTests {
    @Test func `The dump shows all elements, also hidden ones, and their unusual states`() throws {
        let screen = FakeScreen {
            window("Notes") {
                node("panel", "", frame(400, 300, at: 0, 0), .hidden) {
                    button("Save", frame(80, 30, at: 10, 20), [])
                }
                field("Title", text: "Milk \"and\"\nbread", frame(200, 30, at: 10, 60), [.usual, .editable, .focused])
                node(.checkBox, "Remember", frame(80, 30, at: 10, 90), [.usual, .checked])
            }
            node(.dialog, "Tip", frame(0, 0, at: 0, 0), [.usual, .modal])
        }
        #expect(
            try screen.ui().debugDescription() == #"""
                application "fake"
                  frame "Notes" (400x300 at 0,0)
                    panel (400x300 at 0,0) hidden
                      push button "Save" (80x30 at 10,20) hidden disabled
                    text "Title" = "Milk \"and\"\nbread" (200x30 at 10,60) focused editable
                    check box "Remember" = "1" (80x30 at 10,90) checked
                  dialog "Tip" modal

                """#)
    }

    @Test func `The dump throws if the application cannot be seen`() {
        let screen = FakeScreen {}
        screen.failure = AccessibilityError(.noSessionBus, "no bus")
        let error = #expect(throws: AccessibilityError.self) { try screen.ui().debugDescription() }
        #expect(error?.code == .noSessionBus)
    }
}
