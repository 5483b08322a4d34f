import OutliveTesting
import Testing

@testable import adopter

struct WordCounterTests {
    @Test func `Words are counted, and options are not`() {
        #expect(WordCounter(["one", "--stay", "two"]).count == 2)
    }

    @Test(.failOnLeaks(requiringRegistrations: true))
    func `A counter is released after use`() throws {
        let counter = LeakRegistry.shared.track(WordCounter(["one"]))
        try counter.close()
    }
}
