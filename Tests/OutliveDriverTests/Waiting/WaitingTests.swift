import OutliveDriver
import Testing

/// A page that changes over time.
private final class Page: Waitable {
    struct Offline: Error, CustomStringConvertible { let description = "connection\nrefused" }

    let clock = ManualClock()
    var waitClock: any Clock<Duration> { clock }
    /// The successive titles: each reading takes the first one, and the last one stays.
    var titles: [String?] = ["Notes"]
    private(set) var looks = 0
    var isLoaded = false

    var title: String? {
        looks += 1
        return titles.count > 1 ? titles.removeFirst() : titles[0]
    }

    var hasTitle: Bool { title != nil }

    nonisolated(nonsending) func askedTitle() async throws -> String {
        await Task.yield()
        guard let title else { throw Offline() }
        return title
    }
}

@MainActor
private final class Window: Waitable {
    var isOpen = false
}

private actor Store: Waitable {
    var count = 0
    func add() { count += 1 }
}

struct WaitingTests {
    private let page = Page()

    private func failure(_ wait: () async throws -> some Any) async throws -> WaitFailure {
        do {
            _ = try await wait()
        } catch let failure as WaitFailure {
            return failure
        }
        throw Failed()
    }

    private struct Failed: Error {}

    @Test func `A condition that already holds costs one reading and no pause`() async throws {
        page.isLoaded = true
        try await page.wait(until: \.isLoaded)
            .wait(until: \.title, matches: "Notes")
            .wait(until: \.hasTitle)
            .wait(until: { try await $0.askedTitle() == "Notes" })
            .wait(untilNot: { try await $0.askedTitle() == "Other" })
        #expect(page.looks == 4)
        #expect(page.clock.sleeps == [])
    }

    @Test func `Pauses double from 1 ms to 100 ms`() async throws {
        page.titles = Array(repeating: "Loading", count: 10) + ["Notes"]
        try await page.wait(until: \.title, matches: "Notes")
        #expect(page.looks == 11)
        #expect(page.clock.sleeps == [1, 2, 4, 8, 16, 32, 64, 100, 100, 100].map { .milliseconds($0) })
    }

    @Test func `The last reading is at the deadline, and the failure describes it`() async throws {
        page.titles = ["Welcome", "Loading\n\"all\""]
        let line = #line + 2
        let failure = try await failure {
            try await page.wait(until: \.title, matches: "Notes", within: .milliseconds(10))
        }
        #expect(page.clock.sleeps == [1, 2, 4, 3].map { .milliseconds($0) })
        #expect(failure.checks == 5)
        #expect(failure.waited == .milliseconds(10))
        #expect(failure.line == line)
        #expect(
            failure.description
                == #"timed out after 0.01 seconds waiting for a property of Page to be "Notes" (5 checks): "#
                + #"last seen "Loading\n\"all\"" (OutliveDriverTests/WaitingTests.swift:\#(line))"#)
    }

    @Test func `A stored property is named, and words precede it`() async throws {
        #expect(
            try await failure { try await page.wait(until: \.isLoaded, within: .zero) }.awaited == "\\Page.isLoaded")
        page.isLoaded = true
        let gone = try await failure { try await page.wait(untilNot: \.isLoaded, within: .zero) }
        #expect(gone.awaited == "not \\Page.isLoaded")
        #expect(gone.lastSeen == "true")
        #expect(gone.checks == 1)
        let words = try await failure {
            try await page.wait(until: { _ in false }, within: .zero, describedAs: "the\nend")
        }
        #expect(words.awaited == "the end")
    }

    @Test func `A reading that throws means not yet, and the failure has the last error`() async throws {
        page.titles = [nil, nil, "Notes"]
        try await page.wait(until: { try await $0.askedTitle() == "Notes" })
        #expect(page.clock.sleeps == [1, 2].map { .milliseconds($0) })

        page.titles = ["Other", nil]
        let failure = try await failure {
            try await page.wait(until: { try await $0.askedTitle() == "Notes" }, within: .milliseconds(1))
        }
        #expect(failure.lastSeen == "false")
        #expect(failure.lastError == "connection refused")
        #expect(failure.description.contains("last seen false, and the last check failed: connection refused ("))

        // An element that cannot be queried may exist all the same.
        page.titles = [nil]
        let unseen = try await self.failure {
            try await page.wait(untilNot: { try await $0.askedTitle() == "Notes" }, within: .milliseconds(1))
        }
        #expect(unseen.lastSeen == nil)
    }

    @Test func `A success after the deadline counts, and a failure there is final`() async throws {
        try await page.wait(until: { page in
            page.clock.advance(by: .seconds(20))
            return true
        })
        let failure = try await failure {
            try await page.wait(until: { page in
                page.clock.advance(by: .seconds(20))
                return false
            })
        }
        #expect(failure.checks == 1)
        #expect(failure.waited == .seconds(20))
    }

    @Test func `A cancelled wait throws its cancellation, even if the reading hides it`() async throws {
        let store = Store()
        let task = Task { try await store.wait(until: { await $0.count < 0 }, within: .seconds(3_600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }

        let hiding = Task {
            try await store.wait(
                until: { _ in
                    withUnsafeCurrentTask { $0?.cancel() }
                    throw Page.Offline()
                }, within: .seconds(3_600))
        }
        await #expect(throws: CancellationError.self) { try await hiding.value }

        // An error of that name from a task that goes on is an error like any other.
        let failure = try await failure {
            try await page.wait(until: { _ in throw CancellationError() }, within: .zero)
        }
        #expect(failure.lastError == "CancellationError()")
    }

    @Test func `Actors and values of the main actor can be waited for`() async throws {
        let store = Store()
        async let waited = store.wait(until: { await $0.count == 3 })
        for _ in 1...3 { await store.add() }
        #expect(try await waited.count == 3)

        try await Self.waitForWindow()
    }

    @MainActor
    private static func waitForWindow() async throws {
        let window = Window()
        Task { window.isOpen = true }
        try await window.wait(until: \.isOpen).wait(until: { $0.isOpen })
    }

    @Test func `A wait lasts until a value exists or a condition holds`() async throws {
        let clock = ManualClock()
        var looks = 0
        let value = try await wait(for: "the third look", clock: clock) {
            looks += 1
            return looks == 3 ? looks : nil
        }
        #expect(value == 3)
        #expect(clock.sleeps == [1, 2].map { .milliseconds($0) })

        // False is an answer, and not the wanted one.
        let failure = try await failure {
            try await wait(for: "the end", within: .milliseconds(1), clock: clock) { looks < 0 }
        }
        #expect(failure.lastSeen == "false")
        #expect(
            failure.description.hasPrefix(
                "timed out after 0.001 seconds waiting for the end (2 checks): last seen false ("))
    }
}
