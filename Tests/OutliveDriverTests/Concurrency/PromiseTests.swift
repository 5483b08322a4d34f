import OutliveSupport
import Testing

@testable import OutliveDriver

@Suite("Waiting")
struct PromiseTests {
    @Test func `Every waiter gets the first value`() async throws {
        let promise = Promise<Int>()
        async let one = promise.get()
        async let other = promise.getEvenIfCancelled()
        promise.fulfil(1)
        promise.fulfil(2)
        #expect(try await one == 1)
        #expect(await other == 1)
        #expect(try await promise.get() == 1)
    }

    @Test func `A waiter that is cancelled leaves the others waiting`() async throws {
        let promise = Promise<Int>()
        let cancelled = Task { try await promise.get() }
        let stubborn = Task { await promise.getEvenIfCancelled() }
        cancelled.cancel()
        stubborn.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        promise.fulfil(3)
        #expect(await stubborn.value == 3)
    }

    @Test func `An expectation takes the first event that fits and misses none`() {
        let events = Broadcast<Int>()
        let even = events.expect { $0.isMultiple(of: 2) ? $0 : nil }
        #expect(events.isObserved)
        for event in [1, 4, 6] { events.send(event) }
        #expect(even.current == 4)
        #expect(!events.isObserved)
    }

    @Test func `The first of value, end and time limit decides`() async throws {
        let never = Promise<Int>()
        let exit = Promise<ProcessExit>()
        guard
            case .timedOut = try await firstOf(
                timeout: .milliseconds(1), exit: exit, operation: { try await never.get() })
        else {
            Issue.record("not timed out")
            return
        }
        guard case .value(5) = try await firstOf(timeout: .seconds(60), exit: exit, operation: { 5 }) else {
            Issue.record("no value")
            return
        }
        exit.fulfil(ProcessExit(status: .exited(3), instant: .now))
        guard
            case .exited(let ended) = try await firstOf(
                timeout: .seconds(60), exit: exit, operation: { try await never.get() })
        else {
            Issue.record("not ended")
            return
        }
        #expect("\(ended)" == "ended with status 3")
    }
}
