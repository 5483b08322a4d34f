import OutliveTestSupport
import Testing

@testable import OutliveUITest

struct InterruptionTests {
    private let screen = FakeScreen {
        window("Main") {
            button("Go")
        }
        node(.dialog, "Tip", frame(200, 100, at: 100, 100), [.usual, .modal]) {
            button("Got it", frame(80, 30, at: 110, 110))
        }
    }

    init() {
        screen.onClick = { screen in
            if screen.events.last == "click 150,125" { screen.root.children.removeLast() }
        }
    }

    private func dismiss(_ dialog: Element) async throws -> Bool {
        try await dialog.buttons["Got it"].tap()
        return true
    }

    @Test func `A dialog in the way is dismissed, and the action continues`() async throws {
        let ui = screen.ui()
        ui.addInterruptionHandler("tips") { dialog in
            #expect(dialog.label == "Tip")
            return try await dismiss(dialog)
        }
        try await ui.buttons["Go"].tap()
        #expect(screen.events == ["click 150,125", "click 50,25"])
    }

    @Test func `The newest handler is called first, and one that does nothing passes on`() async throws {
        let asked = Journal()
        let ui = screen.ui()
        ui.addInterruptionHandler("old") { dialog in
            asked.add("old")
            return try await dismiss(dialog)
        }
        // Copies share the handlers.
        let copy = ui
        copy.addInterruptionHandler("new") { _ in
            asked.add("new")
            return false
        }
        try await ui.buttons["Go"].tap()
        #expect(asked.lines == ["new", "old"])
    }

    @Test func `A dialog that no handler dismisses is named`() async {
        let ui = screen.ui()
        let registration = ui.addInterruptionHandler("tips", dismiss)
        registration.remove()
        let error = await #expect(throws: ElementError.self) { try await ui.buttons["Go"].tap() }
        #expect(error?.code == .covered)
        #expect(
            error?.reason == #"""
                dialog "Tip" is modal and blocks it, and no interruption handler dismissed it, \#
                waited 10.0 seconds
                """#)
        #expect(screen.events.isEmpty)
    }

    @Test func `A handler that returns true without dismissing the dialog is named`() async {
        let ui = screen.ui()
        ui.addInterruptionHandler("tips") { _ in true }
        let error = await #expect(throws: ElementError.self) { try await ui.buttons["Go"].tap() }
        #expect(
            error?.reason.contains(#"and the handler "tips" returned true, but it is still shown"#) == true)
    }

    @Test func `A handler beyond the action's time limit is named, with the true time`() async {
        let clock = ManualClock()
        let ui = screen.ui(clock)
        ui.addInterruptionHandler("slow") { _ in
            clock.advance(by: .seconds(15))
            return false
        }
        let error = await #expect(throws: ElementError.self) { try await ui.buttons["Go"].tap(within: .seconds(2)) }
        #expect(error?.reason.hasSuffix(#"waited 15.0 seconds: the handler "slow" took 15.0 seconds"#) == true)
    }

    @Test func `An error of a handler fails the action, unless the dialog has gone`() async throws {
        let ui = screen.ui()
        let registration = ui.addInterruptionHandler("tips") { dialog in
            try await dialog.buttons["None"].tap()
            return true
        }
        let error = await #expect(throws: ElementError.self) { try await ui.buttons["Go"].tap() }
        #expect(error?.code == .handlerFailed)
        #expect(error?.reason.contains(#"handler "tips" threw: cannot tap button "None""#) == true)

        registration.remove()
        let screen = screen
        ui.addInterruptionHandler("late") { dialog in
            screen.root.children.removeLast()
            try await dialog.buttons["Got it"].tap(within: .milliseconds(1))
            return true
        }
        try await ui.buttons["Go"].tap()
    }

    @Test func `A handler is not called for its own actions`() async throws {
        let asked = Journal()
        let ui = screen.ui()
        ui.addInterruptionHandler("tips") { dialog in
            asked.add("asked")
            // The button is behind the dialog, for which no handler must be called again.
            try? await ui.buttons["Go"].tap(within: .milliseconds(1))
            return try await dismiss(dialog)
        }
        try await ui.buttons["Go"].tap()
        #expect(asked.lines == ["asked"])
    }

    @Test func `A dialog within the window is one, if a part of it is in the way`() async throws {
        let screen = FakeScreen {
            window("Main") {
                button("Go")
                node(.alert, "Offer", frame(400, 300, at: 0, 0)) {
                    button("No", frame(80, 30, at: 10, 10))
                }
            }
        }
        screen.onClick = { $0.root.children[0].children.removeAll { $0.role == .alert } }
        let ui = screen.ui()
        ui.addInterruptionHandler("offers") { dialog in
            try await dialog.buttons["No"].tap()
            return true
        }
        try await ui.buttons["Go"].tap()
        #expect(screen.events == ["click 50,25", "click 50,25"])
    }
}
