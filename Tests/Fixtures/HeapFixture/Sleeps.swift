import Dispatch

/// Cycles in which a task sleeps in each possible way, and is cancelled.
enum Sleeps {
    static func run(cycles: Int) {
        let isOver = DispatchSemaphore(value: 0)
        // Part of the launch: memory that the very first sleep allocates is no growth.
        Task {
            await sleepAndCancel()
            isOver.signal()
        }
        isOver.wait()
        for number in 1...(cycles + 1) {
            guard Tier.census(UInt32(number), endsCycle: true) else { return print("no census") }
            Task {
                await sleepAndCancel()
                isOver.signal()
            }
            isOver.wait()
        }
        print("done")
    }

    private static func sleepAndCancel() async {
        await cancelled { try await Task.sleep(nanoseconds: 3_600_000_000_000) }
        await cancelled { try await Task.sleep(for: .seconds(3600)) }
        await cancelled { try await Task.sleep(for: .seconds(3600), tolerance: .seconds(1), clock: .suspending) }
        await cancelled { try await Task.sleep(until: .now + .seconds(3600), clock: .continuous) }
        await cancelled { try await ContinuousClock().sleep(until: .now + .seconds(3600)) }
        await cancelled { try await SuspendingClock().sleep(for: .seconds(3600)) }
        let clock: any Clock<Duration> = ContinuousClock()
        await cancelled { try await clock.sleep(for: .seconds(3600)) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: .seconds(3600)) }
            group.addTask { try? await Task.sleep(for: .milliseconds(5)) }
            await group.next()
            group.cancelAll()
        }
    }

    private static func cancelled(_ sleep: @escaping @Sendable () async throws -> Void) async {
        let task = Task { try? await sleep() }
        // Lets the task fall asleep; a task that is cancelled before leaves nothing behind.
        try? await Task.sleep(for: .milliseconds(5))
        task.cancel()
        await task.value
    }
}
