import DeskNotesSettings
import Foundation
import OutliveUITest
import Testing

extension DeskNotesUITests {
    /// Deliberate failures, whose reports `scripts/check-ui` checks.
    @Suite(.enabled(if: Desk.plant != nil), .desk { $0.signedIn = "ada@example.org" })
    struct PlantedTests {
        private let visit: Visit

        init() async throws { visit = try await Visit.begin() }

        @Test(.enabled(if: Desk.plant == .kill))
        func `Planted: the application is killed`() async throws {
            try await visit.pages.list.open("Ideas")
            let process = try #require(visit.live.app.processID)
            kill(process, SIGKILL)
            try await visit.pages.editor.save.tap(within: .seconds(1))
            try await visit.pages.list.wait(until: \.isOpen, within: .seconds(1), describedAs: "the list of notes")
        }

        @Test(.enabled(if: Desk.plant == .expectation))
        func `Planted: an expectation does not hold`() async throws {
            try await visit.pages.list.open("Ideas")
            try await visit.pages.editor.wait(until: \.isOpen, describedAs: "the editor")
            #expect(visit.pages.editor.title.value == "Planted")
        }

        @Test func `Planted: the next test works`() async throws {
            try await visit.pages.list.open("Travel")
            try await visit.pages.editor.wait(until: \.isOpen, describedAs: "the editor")
        }
    }
}
