import Foundation
import Testing

struct PlayedElementTests {
    /// Returns the sources of the kit that need only elements.
    private static func kit() throws -> [URL] {
        try Sources.adapters("OutliveXCUITest").filter {
            ["Waiting", "Elements"].contains($0.deletingLastPathComponent().lastPathComponent)
        }
    }

    @Test func `A missing element counts as not yet there, and failures name element and property`() async throws {
        let run = try await Compiler.shared.value.run("Waits", with: Self.kit())
        #expect(
            run.output == """
                appears: came
                absent: label of "Status" StaticText to be "Saved", 1, -
                absent, not: not isSelected of "Status" StaticText, 1, -
                gone: came
                absent element: label of "Status" StaticText to be "Saved", 1, -
                unlike: isSelected of "Status" StaticText, 1, false
                stopped: came
                not started: exists of Application, 1, false
                page: \\Page.title to be "Editor", 1, "Notes"

                """)
        #expect(run.isGood)
    }

    @Test func `A field holds the entered text, or an error states what it holds`() async throws {
        let run = try await Compiler.shared.value.run("Fields", with: Self.kit())
        #expect(
            run.output == """
                short: Milk
                empty: Milk
                cleared: -
                as its placeholder: Milk
                secure: Milk
                scrolled: "Name" TextField contains "Milkread" instead of "Milk": \
                if the caret was not at the end of the old text, scroll there; \
                if the field modifies its input, use typeText

                """)
        #expect(run.isGood)
    }
}
