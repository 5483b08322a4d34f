import DeskNotesSettings
import OutliveUITest
import Testing

extension DeskNotesUITests {
    struct SynchroniseTests {
        private let visit: Visit

        init() async throws { visit = try await Visit.begin() }

        /// The synchronisation is still running when the test ends, so the reset has to cancel it.
        @Test(
            .desk {
                $0.signedIn = "ada@example.org"
                $0.syncSeconds = 600
            })
        func `The wait for the server is shown, and notes can be used`() async throws {
            try await visit.pages.list.synchronise.tap()
            try await visit.pages.list.wait(until: \.status, matches: "Status: synchronising ...")
            try await visit.pages.list.open("Ideas")
            try await visit.pages.editor.wait(until: \.isOpen, describedAs: "the editor")
        }

        @Test(
            .desk {
                $0.signedIn = "ada@example.org"
                $0.syncSeconds = 0.1
            })
        func `The result of the server is shown when it has finished`() async throws {
            try await visit.pages.list.synchronise.tap()
            try await visit.pages.list.wait(until: \.status, matches: "Status: synchronised 3 notes")
        }

        @Test(
            .desk {
                $0.signedIn = "ada@example.org"
                $0.syncSeconds = 0.05
                $0.syncFails = true
            })
        func `A refusing server is reported, and nothing is lost`() async throws {
            try await visit.pages.list.synchronise.tap()
            try await visit.pages.list.wait(
                until: \.status, matches: "Status: the server refused: try again later")
            #expect(visit.pages.list.titles == Visit.builtIn)
        }
    }
}
