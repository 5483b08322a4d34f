import Testing

@testable import OutliveTesting

private final class Thing: Sendable {}

struct TurnsTests {
    private let turns = Turns()
    private let thing = Thing()

    @Test func `A task that is cancelled while it waits gives its turn up`() async throws {
        let id = ObjectIdentifier(thing)
        try await turns.enter(id)
        let waiting = Task { try await turns.enter(id) }
        let next = Task {
            try await turns.enter(id)
            await turns.leave(id)
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await turns.leave(id)
        try await next.value
        try await turns.enter(id)
        await turns.leave(id)
    }

    @Test func `Different things have turns of their own`() async throws {
        let other = Thing()
        try await turns.enter(ObjectIdentifier(thing))
        try await turns.enter(ObjectIdentifier(other))
        await turns.leave(ObjectIdentifier(other))
        await turns.leave(ObjectIdentifier(thing))
    }
}

struct ArtifactsTests {
    @Test(arguments: [
        ("leaks()", "leaks"), ("A name with `signs` / and ünits", "A-name-with-signs-and-nits"), ("..", "test"),
        ("", "test"), ("testOne", "testOne"),
    ])
    func `A test's name becomes one that every file system takes`(test: String, name: String) {
        #expect(Artifacts.fileName(of: test) == name)
    }
}
