import Foundation
import Testing

@testable import Notebook

struct BackgroundTests {
    @Test func savesAMomentLater() {
        let autosave = Autosave(Note(title: "Draft"))
        autosave.saveSoon()
        #expect(autosave.note.title == "Draft")
    }

    @Test func remindsUntilItIsStopped() async {
        let reminder = Reminder()
        await confirmation(expectedCount: 1...) { reminded in
            let (times, time) = AsyncStream.makeStream(of: Void.self)
            reminder.start { time.yield() }
            for await _ in times.prefix(2) { reminded() }
            reminder.stop()
        }
    }

    @Test func doesNotFindWhatIsNotThere() async throws {
        let link = try #require(URL(string: "http://127.0.0.1:1/"))
        #expect(await LinkChecker().finds(link) == false)
    }

    @Test func countsChangesWhileItListens() {
        let counter = ChangeCounter()
        counter.start()
        NotificationCenter.default.post(name: ChangeCounter.noteChanged, object: nil)
        counter.stop()
        NotificationCenter.default.post(name: ChangeCounter.noteChanged, object: nil)
        #expect(counter.changes == 1)
    }
}
