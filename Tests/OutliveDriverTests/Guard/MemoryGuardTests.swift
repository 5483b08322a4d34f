import OutliveModel
import OutliveSupport
import OutliveTestSupport
import Testing

@testable import OutliveDriver

@Suite struct MemoryGuardTests {
    private static let limit = 1_000_000_000

    /// A process whose memory follows a course of uses in MB, one for each reading, and then ends.
    private final class FakeSubject: GuardedProcess {
        private let course: Lock<[Int]>
        private let outcomes: Lock<[Bool]>
        /// The uses at which snapshots were taken.
        let taken = Lock<[Int]>([])

        init(_ course: [Int], outcomes: [Bool] = []) {
            self.course = Lock(course)
            self.outcomes = Lock(outcomes)
        }

        var isRunning: Bool { course.withLock { !$0.isEmpty } }

        func reading() -> MemoryReading? {
            course.withLock { course in
                course.isEmpty ? nil : reading(course.removeFirst())
            }
        }

        func reading(_ megabytes: Int) -> MemoryReading {
            MemoryReading(used: megabytes * 1_000_000, threshold: 900_000_000, owner: "the machine", limit: limit)
        }

        func take(_ reading: MemoryReading) async -> Bool {
            taken.withLock { $0.append(reading.used / 1_000_000) }
            return outcomes.withLock { $0.isEmpty ? true : $0.removeFirst() }
        }
    }

    private func guarded(_ subject: FakeSubject) async throws -> (taken: [Int], pauses: [Duration]) {
        let clock = ManualClock()
        try await MemoryGuard(subject, clock: clock).run()
        return (subject.taken.withLock { $0 }, clock.sleeps)
    }

    @Test func `A snapshot is taken when the threshold is reached, and again only after the use has fallen`()
        async throws
    {
        let course = [100, 899, 905, 950, 899, 850, 920, 809, 880, 901, 990]
        #expect(try await guarded(FakeSubject(course)).taken == [905, 901])
    }

    @Test func `Readings follow each other faster the nearer the threshold is`() async throws {
        let pauses = try await guarded(FakeSubject([100, 500, 860, 899, 950, 890])).pauses
        #expect(
            pauses == [
                .milliseconds(100), .milliseconds(50), .milliseconds(5), .milliseconds(4), .seconds(1), .seconds(1),
            ])
    }

    @Test func `No pause is longer than the fastest growth takes for half of what is left, nor than a second`() {
        let subject = FakeSubject([])
        for used in stride(from: 0, through: 890, by: 10) {
            let pause = MemoryGuard.pause(after: subject.reading(used))
            #expect(pause <= max(.milliseconds(4), .seconds(Double(900 - used) / 8000 + 1e-9)), "\(used)")
        }
        let far = MemoryReading(used: 0, threshold: 1 << 40, owner: "")
        #expect(MemoryGuard.pause(after: far) == .seconds(1))
    }

    @Test func `A failed snapshot is tried again, three times for one rise`() async throws {
        let failed = FakeSubject([910, 911, 912, 913, 914, 700, 915], outcomes: [false, false, false])
        #expect(try await guarded(failed).taken == [910, 911, 912, 915])
        let second = FakeSubject([910, 911, 912], outcomes: [false])
        #expect(try await guarded(second).taken == [910, 911])
    }

    @Test func `An interrupt ends the guard`() async {
        let watching = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await MemoryGuard(FakeSubject([1, 2, 3]), clock: ManualClock()).run()
        }
        await #expect(throws: CancellationError.self) { try await watching.value }
    }
}
