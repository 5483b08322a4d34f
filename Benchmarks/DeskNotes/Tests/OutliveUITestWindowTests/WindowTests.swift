import Foundation
import OutliveDriver
import OutliveUITest
import Testing

/// Runs one program at a time, because there is one pointer and one keyboard.
@Suite(
    "a real window", .serialized,
    .enabled(if: FixtureProgram.hasScreen, "there is no screen: run scripts/check-ui, which makes one"),
    .enabled(
        if: FixtureProgram.isAlone, "not in one process with UI tests; run swift test --filter OutliveUITestWindowTests"
    ))
struct WindowTests {
    @Test func `Elements are found by role and label, with their properties`() async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            #expect(ui.buttons["Go"].exists)
            #expect(!ui.buttons["Log: nothing"].exists)
            #expect(!ui.buttons["Disabled"].isEnabled)
            #expect(ui.buttons["Go"].isEnabled)
            #expect(ui.listItems.labels == ["Groceries", "Ideas", "Travel"])
            #expect(ui.lists["Notes"].listItems.count == 3)
            #expect(ui.textFields["Fixed"].value == "as it is")
            #expect(ui.checkBoxes["Remember"].value == "0")
            #expect(ui.descendants("slider")["Size"].value == "3")
            #expect(ui.buttons["Go"].frame?.isEmpty == false)
            #expect(ui.windows.labels == ["Fixture"])
        }
    }

    @Test func `A tap presses, and several arrive as one row of presses`() async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            try await ui.buttons["Go"].tap()
            try await ui.waitForLog("go")
            try await ui.staticTexts.containing("Log: ").first.tap(count: 3)
            try await ui.waitForLog("press 3")
            try await ui.checkBoxes["Remember"].tap()
            try await ui.checkBoxes["Remember"].wait(until: \.value, matches: "1")
            try await ui.listItems["Ideas"].tap()
            try await ui.listItems["Ideas"].wait(until: \.isSelected)
        }
    }

    @Test func `A swipe drags by the stated distance`() async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            try await ui.staticTexts.containing("Log: ").first.swipe(.down, by: 90)
            try await ui.waitForLog("drag 0,90")
        }
    }

    @Test(arguments: ["E-mail", "Body"])
    func `Text is entered, appended and replaced, in fields of each kind`(name: String) async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            let field = ui.textFields[name]
            try await field.typeText("ada@example")
            try await field.typeText(".org, née Byron")
            #expect(field.value == "ada@example.org, née Byron")
            try await field.clearAndEnterText("grace")
            #expect(field.value == "grace")
            try await field.wait(until: \.hasFocus)
            if name == "E-mail" {
                try await field.press(.enter)
                try await ui.waitForLog("entered grace")
            }
        }
    }

    @Test func `An element without editable text fails at once, and says so`() async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            let button = await #expect(throws: ElementError.self) { try await ui.buttons["Go"].typeText("x") }
            #expect(button?.code == .notText)
            let fixed = await #expect(throws: ElementError.self) { try await ui.textFields["Fixed"].typeText("x") }
            #expect(fixed?.code == .notEditable)
            try await ui.secureTextFields["Password"].typeText("secret")
            #expect(ui.secureTextFields["Password"].value?.count == 6)
        }
    }

    @Test func `No stale result appears after a change, a reset and a hidden element`() async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            let rename = ui.buttons["Rename"]
            #expect(rename.exists)
            try await rename.tap()
            try await ui.buttons["Renamed"].wait(until: \.exists)
            #expect(!rename.exists)

            let hidden = ui.staticTexts["Hidden"]
            #expect(!hidden.exists)
            try await ui.buttons["Reveal"].tap()
            try await hidden.wait(until: \.exists)
            try await ui.buttons["Reveal"].tap()
            try await hidden.wait(untilNot: \.exists)

            let field = ui.textFields["E-mail"]
            try await field.typeText("left over")
            try await ui.buttons["Rebuild"].tap()
            try await field.wait(until: \.value, matches: "")
            try await rename.wait(until: \.isHittable)
            #expect(ui.windows.count == 1)
            try await rename.tap()
            try await ui.buttons["Renamed"].wait(until: \.exists)
        }
    }

    @Test func `A dialog in the way is named, or dismissed by a handler`() async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            try await ui.buttons["Ask"].tap()
            try await ui.dialogs["Tip"].wait(until: \.exists)
            #expect(!ui.buttons["Go"].isHittable)
            let error = await #expect(throws: ElementError.self) {
                try await ui.buttons["Go"].tap(within: .milliseconds(50))
            }
            #expect(error?.code == .covered)
            #expect(error?.reason.contains("dialog \"Tip\"") == true)

            ui.addInterruptionHandler("tips") { dialog in
                try await dialog.buttons["Got it"].tap()
                return true
            }
            try await ui.buttons["Go"].tap()
            try await ui.waitForLog("go")
            #expect(!ui.dialogs["Tip"].exists)
        }
    }

    @Test func `An application that hangs delays no reading for long, and is seen again afterwards`() async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            #expect(ui.buttons["Go"].exists)
            kill(program.processID, SIGSTOP)
            #expect(!ui.exists)
            let error = #expect(throws: AccessibilityError.self) { try ui.debugDescription() }
            #expect(error?.code == .noAnswer)
            kill(program.processID, SIGCONT)
            try await ui.buttons["Go"].wait(until: \.exists)
            try await ui.buttons["Go"].tap()
            try await ui.waitForLog("go")
        }
    }

    @Test func `A process without windows differs from one that has none any more`() async throws {
        try await FixtureProgram.run { program in
            let none = UIApplication { nil }
            #expect(!none.exists)
            #expect(#expect(throws: AccessibilityError.self) { try none.debugDescription() }?.code == .noProcess)
            let windowless = UIApplication { 1 }
            #expect(#expect(throws: AccessibilityError.self) { try windowless.debugDescription() }?.code == .notOnBus)
            #expect(program.ui.exists)
        }
    }
}
