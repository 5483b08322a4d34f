import OutliveTesting
import Testing

@testable import adopter

struct WordCounterTests {
    @Test func `Words are counted, and options are none`() {
        #expect(WordCounter(["one", "--stay", "two"]).count == 2)
    }

    @Test(.failOnLeaks(requiringRegistrations: true))
    func `A counter is let go of`() throws {
        let counter = LeakRegistry.shared.track(WordCounter(["one"]))
        try counter.close()
    }
}
