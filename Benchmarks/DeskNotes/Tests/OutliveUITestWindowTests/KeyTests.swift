import OutliveDriver
import OutliveUITest
import Testing

extension WindowTests {
    @Test(arguments: ["E-mail", "Body"])
    func `Keys go to the caret, and not to a text that the focus has selected`(name: String) async throws {
        try await FixtureProgram.run { program in
            let ui = program.ui
            let field = ui.textFields[name]
            try await field.clearAndEnterText("abc")
            try await field.press(.backspace)
            try await field.wait(until: \.value, matches: "ab")
            try await ui.textFields["Fixed"].press(.right)
            try await field.wait(untilNot: \.hasFocus)
            try await field.press(.backspace)
            try await field.wait(until: \.value, matches: "a")
            try await field.clearAndEnterText("abc")
            try await field.press(.home)
            try await field.press(.delete)
            try await field.wait(until: \.value, matches: "bc")
        }
    }
}
