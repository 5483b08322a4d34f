import Dispatch
import OutliveWire
import Testing

@testable import Outlive

private final class Component: Sendable {}

struct LeakScopeTests {
    /// The registry of the work. It is off, like the shared one in a test run.
    let base = LeakRegistry(isEnabled: false)
    let keeper = Keeper()

    /// Keeps what it registers.
    private func leak(as name: String) {
        keeper.keep(base.track(Component(), as: name))
    }

    /// The names of what survives in a scope around some work.
    private func survivors(_ work: () async throws -> Void) async -> [String] {
        await LeakScope.run(over: base, clock: ManualClock(), work).report.survivors.map(\.key.name).sorted()
    }

    private func unattributed() -> [String] {
        base.endGeneration(clock: ManualClock()).alive.map(\.key.name).sorted()
    }

    @Test func `Survivors of the work are in the scope's report, and not in the registry below`() async {
        let names = await survivors {
            leak(as: "kept")
            base.track(Component(), as: "let go")
        }
        #expect(names == ["kept"])
        #expect(unattributed() == [])
        keeper.letGo()
    }

    @Test func `Child tasks and unstructured tasks belong to the scope they were made in`() async {
        let names = await survivors {
            await withTaskGroup { group in
                group.addTask { leak(as: "child") }
            }
            async let bound: Void = leak(as: "async let")
            await bound
            await Task { leak(as: "Task") }.value
            await Task { @MainActor in leak(as: "main actor") }.value
        }
        #expect(names == ["Task", "async let", "child", "main actor"])
        keeper.letGo()
    }

    @Test func `Registrations outside of a scope's tasks stay with the registry below`() async {
        let names = await survivors {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    leak(as: "queue")
                    continuation.resume()
                }
            }
            await Task.detached { leak(as: "detached") }.value
        }
        #expect(names == [])
        #expect(unattributed() == ["detached", "queue"])
        keeper.letGo()
    }

    @Test func `Two concurrent scopes each report their own objects`() async {
        async let first = survivors {
            for number in 0..<500 {
                leak(as: "first")
                base.track(Component(), as: "passing")
                if number % 50 == 0 { await Task.yield() }
            }
        }
        async let second = survivors {
            for number in 0..<500 {
                base.track(Component(), as: "passing")
                if number % 50 == 0 { await Task.yield() }
            }
        }
        #expect(await first == ["first"])
        #expect(await second == [])
        keeper.letGo()
    }

    @Test func `Of nested scopes the innermost takes a registration`() async {
        var inner: [String] = []
        let outer = await survivors {
            leak(as: "before")
            inner = await survivors { leak(as: "within") }
            leak(as: "after")
        }
        #expect(inner == ["within"])
        #expect(outer == ["after", "before"])
        keeper.letGo()
    }

    @Test func `A task that outlives its scope registers with what is around the scope`() async {
        let (gate, opened) = AsyncStream<Void>.makeStream()
        var late: Task<Void, Never>?
        // Something else keeps the registry below on.
        let other = LeakScope(over: base)
        let names = await survivors {
            late = Task {
                for await _ in gate {}
                leak(as: "late")
            }
        }
        #expect(names == [])
        opened.finish()
        await late?.value
        #expect(unattributed() == ["late"])
        _ = await other.end(clock: ManualClock())

        let (gate2, opened2) = AsyncStream<Void>.makeStream()
        let outer = await survivors {
            _ = await survivors {
                late = Task {
                    for await _ in gate2 {}
                    leak(as: "later")
                }
            }
            opened2.finish()
            await late?.value
        }
        #expect(outer == ["later"])
        keeper.letGo()
    }

    @Test func `A registry is on while a scope is open over it, and afterwards as it was set`() async {
        #expect(!base.isEnabled)
        let scope = LeakScope(over: base)
        #expect(base.isEnabled)
        base.isEnabled = false
        #expect(base.isEnabled)
        _ = await scope.end(clock: ManualClock())
        #expect(!base.isEnabled)

        _ = await LeakScope.run(over: base, clock: ManualClock()) { base.isEnabled = true }
        #expect(base.isEnabled)
        leak(as: "kept")
        #expect(unattributed() == ["kept"])
        keeper.letGo()
    }

    @Test func `A scope that is dropped without its end is closed`() {
        _ = LeakScope(over: base)
        #expect(!base.isEnabled)
    }

    @Test func `Forgetting works in any scope and below`() async {
        let kept = [Component(), Component()]
        let names = await survivors {
            base.track(kept[0])
            await Task.detached { base.untrack(kept[0]) }.value
            await Task.detached { _ = base.track(kept[1]) }.value
            base.untrack(kept[1])
        }
        #expect(names == [])
        #expect(unattributed() == [])
        withExtendedLifetime(kept) {}
    }

    @Test func `Work that throws is reported nevertheless`() async {
        struct Trouble: Error {}
        let (result, report) = await LeakScope.run(over: base, clock: ManualClock()) {
            leak(as: "kept")
            throw Trouble()
        }
        #expect(throws: Trouble.self) { try result.get() }
        #expect(report.survivors.map(\.key.name) == ["kept"])
        #expect(report.registered == 1)
        keeper.letGo()
    }

    @Test func `An object released while a scope settles is late, and no survivor`() async {
        let (_, report) = await LeakScope.run(over: base, settling: SettlePolicy(deadline: .seconds(60))) {
            let component = base.track(Component(), as: "late")
            Task { @MainActor in
                await Task.yield()
                withExtendedLifetime(component) {}
            }
        }
        #expect(report.survivors.isEmpty)
    }

    @Test func `Other registries are independent of a scope`() async {
        let other = LeakRegistry()
        let names = await survivors { keeper.keep(other.track(Component(), as: "other")) }
        #expect(names == [])
        #expect(other.registered == 1)
        keeper.letGo()
    }

    @Test func `Synchronous work belongs to a scope also outside of tasks`() async {
        let scope = LeakScope(over: base)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                scope.collect { leak(as: "kept") }
                leak(as: "beside")
                continuation.resume()
            }
        }
        #expect(await scope.end(clock: ManualClock()).survivors.map(\.key.name) == ["kept"])
        keeper.letGo()
    }
}
