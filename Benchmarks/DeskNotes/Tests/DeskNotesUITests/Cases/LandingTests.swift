import OutliveUITest
import Testing

extension DeskNotesUITests {
    struct LandingTests {
        private let visit: Visit

        init() async throws { visit = try await Visit.begin() }

        @Test func `An account is optional`() async throws {
            try await visit.pages.landing.continueWithoutAccount.tap()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            #expect(visit.pages.list.account == "Not signed in")
            #expect(visit.pages.list.titles == Visit.builtIn)
        }
    }
}
