import OutliveDriver
import OutliveUITest
import Testing

extension WindowTests {
    /// Windows and popups that cover the window or take its presses.
    @Suite(.serialized)
    struct InFront {
        private func obstacle(_ action: () async throws -> Void) async -> String? {
            let error = await #expect(throws: ElementError.self) { try await action() }
            #expect(error?.code == .covered)
            return error?.reason
        }

        @Test func `A window that was shown later is not pressed in place of one under it`() async throws {
            try await FixtureProgram.run { program in
                let ui = program.ui
                try await ui.buttons["Second"].tap()
                try await ui.buttons["Close"].wait(until: \.isHittable)
                #expect(!ui.buttons["Go"].isHittable)
                let reason = await obstacle { try await ui.buttons["Go"].tap(within: .zero) }
                #expect(reason?.contains(#"window "Over" covers it"#) == true)
                try await ui.buttons["Close"].tap()
                try await ui.buttons["Go"].tap()
                try await ui.waitForLog("go")
            }
        }

        @Test func `A popover takes the presses until it is closed`() async throws {
            try await FixtureProgram.run { program in
                let ui = program.ui
                try await ui.toggleButtons["Details"].tap()
                try await ui.buttons["Inside"].tap()
                try await ui.waitForLog("inside")
                let reason = await obstacle { try await ui.buttons["Go"].tap(within: .zero) }
                #expect(reason?.contains(#"a popover with button "Inside" is open"#) == true)
                try await ui.press(.escape)
                try await ui.buttons["Go"].tap()
                try await ui.waitForLog("go")
            }
        }

        @Test func `A menu takes the presses until one of its items is chosen`() async throws {
            try await FixtureProgram.run { program in
                let ui = program.ui
                try await ui.toggleButtons["More"].tap()
                let item = ui.descendants("menu item")["Print"]
                try await item.wait(until: \.isHittable)
                let reason = await obstacle { try await ui.buttons["Go"].tap(within: .zero) }
                #expect(reason?.contains(#"the menu of toggle button "More" is open"#) == true)
                try await item.tap()
                try await ui.waitForLog("menu Print")
                try await ui.buttons["Go"].tap()
                try await ui.waitForLog("go")
            }
        }

        @Test func `The menu of a combo box takes the presses until one of its items is chosen`() async throws {
            try await FixtureProgram.run { program in
                let ui = program.ui
                try await ui.comboBoxes["Fruit"].tap()
                let item = ui.menuItems["Pear"]
                try await item.wait(until: \.isHittable)
                let reason = await obstacle { try await ui.buttons["Go"].tap(within: .zero) }
                #expect(reason?.contains(#"the menu of combo box "Fruit" is open"#) == true)
                try await item.tap()
                try await ui.waitForLog("fruit 1")
                try await ui.buttons["Go"].tap()
                try await ui.waitForLog("go")
            }
        }
    }
}
