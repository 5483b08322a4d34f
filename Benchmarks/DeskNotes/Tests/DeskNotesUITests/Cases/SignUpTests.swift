import OutliveUITest
import Testing

extension DeskNotesUITests {
    struct SignUpTests {
        private var visit: Visit

        init() async throws {
            visit = try await Visit.begin()
            try await visit.pages.landing.signUp.tap()
            try await visit.pages.signUp.wait(until: \.isOpen, describedAs: "the card")
        }

        @Test func `The card is closed by its button`() async throws {
            try await visit.pages.signUp.close.tap()
            try await visit.pages.signUp.wait(untilNot: \.isOpen, describedAs: "no card")
            try await visit.pages.landing.wait(until: \.isOpen, describedAs: "the landing page")
        }

        @Test func `The card is closed by the gesture`() async throws {
            try await visit.pages.signUp.dragDown(by: 120)
            try await visit.pages.signUp.wait(untilNot: \.isOpen, describedAs: "no card")
            try await visit.pages.landing.wait(until: \.isOpen, describedAs: "the landing page")
        }

        @Test func `A short drag leaves the card open`() async throws {
            try await visit.pages.signUp.dragDown(by: 40)
            // A card that closed would be gone by the time this is answered.
            try await visit.pages.signUp.createAccount.tap()
            try await visit.pages.signUp.complaint(SignUpCard.noAddress).wait(until: \.exists)
            #expect(visit.pages.signUp.isOpen)
        }

        @Test func `Signing up signs in`() async throws {
            try await visit.pages.signUp.fill()
            try await visit.pages.signUp.createAccount.tap()
            try await visit.pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            #expect(visit.pages.list.account == "Signed in as \(visit.pages.creator.person.email)")
        }

        @Test mutating func `An invalid e-mail address is refused`() async throws {
            visit.pages.creator = WrongAddress(in: visit.pages.creator)
            try await visit.pages.signUp.fill()
            try await visit.pages.signUp.createAccount.tap()
            try await visit.pages.signUp.complaint(SignUpCard.noAddress).wait(until: \.exists)
            #expect(visit.pages.signUp.isOpen)
        }
    }
}
