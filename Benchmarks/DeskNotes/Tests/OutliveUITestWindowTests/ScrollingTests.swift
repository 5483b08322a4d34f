import OutliveUITest
import Testing

extension WindowTests {
    struct ScrollingTests {
        @Test func `An element within reach of scrolling exists, and a hidden one does not`() async throws {
            try await FixtureProgram.run(["scrolling"]) { program in
                let ui = program.ui
                #expect(ui.listItems.count == 500)
                #expect(ui.listItems.labels.last == "Row 499")
                let last = ui.listItems["Row 499"]
                #expect(last.exists && !last.isHittable)
                #expect(ui.listItems["Row 0"].isHittable)
                #expect(last.staticTexts["Text 499"].exists)

                let names = ui.buttons.labels
                #expect(names.filter { $0.hasPrefix("Field ") }.count == 6)
                #expect(names.filter { $0.hasPrefix("Column ") }.count == 12)
                #expect(names.contains("Upper"))
                for hidden in [
                    "Second of stack", "Second of notebook", "In expander", "In revealer", "Hidden", "Lower",
                    "Below expander",
                ] {
                    #expect(!names.contains(hidden), "\(hidden)")
                }
            }
        }

        @Test(arguments: [499, 0, 250, 251])
        func `A tap scrolls, up and down, sideways and by nothing`(index: Int) async throws {
            try await FixtureProgram.run(["scrolling"]) { program in
                let ui = program.ui
                try await ui.listItems["Row 300"].scrollIntoView()
                #expect(ui.listItems["Row 300"].isHittable)
                let row = ui.listItems["Row \(index)"]
                try await row.tap()
                try await row.wait(until: \.isSelected)

                try await ui.buttons["Field \(index % 6)"].tap()
                try await ui.waitForLog("field \(index % 6)")
                try await ui.buttons["Column \(index % 12)"].tap()
                try await ui.waitForLog("column \(index % 12)")
                try await ui.buttons["Upper"].tap()
                try await ui.waitForLog("Upper")
            }
        }

        @Test func `The wheel scrolls the view of an element`() async throws {
            try await FixtureProgram.run(["scrolling"]) { program in
                let ui = program.ui
                let first = ui.listItems["Row 0"]
                try await ui.lists["Rows"].scroll(.down, by: 5)
                try await first.wait(untilNot: \.isHittable)
                try await first.scroll(.up, by: 5)
                try await first.wait(until: \.isHittable)
            }
        }

        @Test func `The choice of a combo box is its value, and its menu exists once`() async throws {
            try await FixtureProgram.run(["scrolling"]) { program in
                let ui = program.ui
                let colour = ui.comboBoxes["Colour"]
                #expect(colour.value == "Red")
                #expect(ui.comboBoxes["Size"].value == "")
                #expect(ui.menuItems.count == 0)
                try await colour.tap()
                try await ui.menuItems.wait(until: \.labels, matches: ["Red", "Green", "Blue"])
                try await ui.menuItems["Green"].tap()
                try await colour.wait(until: \.value, matches: "Green")
                try await ui.menuItems.wait(until: \.count, matches: 0)
                try await ui.comboBoxes["Size"].textFields.element.clearAndEnterText("Huge")
                #expect(ui.comboBoxes["Size"].value == "Huge")
            }
        }

        @Test func `Keys are pressed alone and with others, and none is left down`() async throws {
            try await FixtureProgram.run(["scrolling"]) { program in
                let ui = program.ui
                // Without a window manager, keys go to the window under the pointer.
                try await ui.staticTexts.containing("Log: ").first.tap()
                for (key, modifiers, event) in [
                    ("s", [.control], "save"), (.function(5), [], "reload"), ("f", [.alt], "find"),
                    ("s", [.control, .shift], "save as"),
                ] as [(Key, KeyModifiers, String)] {
                    try await ui.press(key, modifiers)
                    try await ui.waitForLog(event)
                }
                let field = ui.comboBoxes["Size"].textFields.element
                try await field.press("s")
                for key in ["5", "é"] as [Key] { try await ui.press(key) }
                try await field.wait(until: \.value, matches: "s5é")
                try await ui.press("a", [.control])
                try await ui.press(.delete)
                try await field.wait(until: \.value, matches: "")
            }
        }

        @Test func `A chooser of files is a dialog, also if it is in the way`() async throws {
            try await FixtureProgram.run(["scrolling"]) { program in
                let ui = program.ui
                try await ui.buttons["Open"].tap()
                try await ui.dialogs["Choose a note"].wait(until: \.exists)
                ui.addInterruptionHandler("choosers") { dialog in
                    try await dialog.buttons["Never mind"].tap()
                    return true
                }
                try await ui.listItems["Row 400"].tap()
                try await ui.listItems["Row 400"].wait(until: \.isSelected)
                #expect(ui.dialogs.count == 0)
            }
        }
    }
}
