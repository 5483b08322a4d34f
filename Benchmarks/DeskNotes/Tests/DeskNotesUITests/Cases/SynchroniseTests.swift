import DeskNotesSettings
import OutliveUITest
import Testing

extension DeskNotesUITests {
    struct SynchroniseTests {
        private let visit: Visit

        init() async throws { visit = try await Visit.begin() }

        /// It is not over when the test is: the reset has to cancel it.
        @Test(
            .desk {
                $0.signedIn = "ada@example.org"
                $0.syncSeconds = 600
            })
        func `While the server takes its time, that is said, and notes can be used`() async throws {
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
        func `What the server did is said when it has done it`() async throws {
            try await visit.pages.list.synchronise.tap()
            try await visit.pages.list.wait(until: \.status, matches: "Status: synchronised 3 notes")
        }

        @Test(
            .desk {
                $0.signedIn = "ada@example.org"
                $0.syncSeconds = 0.05
                $0.syncFails = true
            })
        func `A server that refuses is told of, and nothing is lost`() async throws {
            try await visit.pages.list.synchronise.tap()
            try await visit.pages.list.wait(
                until: \.status, matches: "Status: the server refused: try again later")
            #expect(visit.pages.list.titles == Visit.builtIn)
        }
    }
}
