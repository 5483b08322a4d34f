// Waits of the kit on elements that are there, or not, as XCTest's are; writes what came of each.

/// An element that appears after a number of queries, and fails a test that reads its properties before.
@MainActor class Player: XCUIElement {
    private var looksUntilThere = 0

    convenience init(thereAfter looks: Int) {
        self.init()
        looksUntilThere = looks
    }

    override var exists: Bool {
        looksUntilThere -= 1
        return looksUntilThere < 0
    }
    override var isHittable: Bool { looksUntilThere < 0 }
    override var label: String { seen("Saved") }
    override var isSelected: Bool { seen(false) }
    nonisolated override var description: String { "\"Status\"\nStaticText" }

    private func seen<Value>(_ value: Value) -> Value {
        precondition(looksUntilThere < 0, "No matches found")
        return value
    }
}

/// An application that does not run.
@MainActor final class Stopped: XCUIApplication {
    override var exists: Bool { false }
    override var state: XCUIApplication.State { .notRunning }
    nonisolated override var description: String { "Application" }
}

/// A page object.
struct Page: Waitable { var title = "Notes" }

@main @MainActor enum Waits {
    static func main() async {
        let never = Int.max
        await tell("appears") { try await Player(thereAfter: 3).wait(until: \.label, matches: "Saved") }
        await tell("absent") {
            try await Player(thereAfter: never).wait(until: \.label, matches: "Saved", within: .zero)
        }
        await tell("absent, not") { try await Player(thereAfter: never).wait(untilNot: \.isSelected, within: .zero) }
        await tell("gone") {
            try await Player(thereAfter: never).wait(untilNot: \.exists, within: .zero)
                .wait(untilNot: \.isHittable, within: .zero)
        }
        let element: XCUIElement = Player(thereAfter: never)
        await tell("absent element") { try await element.wait(until: \.label, matches: "Saved", within: .zero) }
        await tell("unlike") { try await Player(thereAfter: 0).wait(until: \.isSelected, within: .zero) }
        let app: XCUIApplication = Stopped()
        await tell("stopped") { try await app.wait(until: \.state, matches: .notRunning, within: .zero) }
        await tell("not started") { try await app.wait(until: \.exists, within: .zero) }
        await tell("page") { try await Page().wait(until: \.title, matches: "Editor", within: .zero) }
    }

    static func tell(_ name: String, _ wait: () async throws -> some Waitable) async {
        do {
            _ = try await wait()
            print("\(name): came")
        } catch let failure as WaitFailure {
            print("\(name): \(failure.awaited), \(failure.checks), \(failure.lastSeen ?? "-")")
        } catch {
            print("\(name): \(error)")
        }
    }
}
