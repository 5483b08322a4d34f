#if os(Linux)
import Dispatch

/// Objects that an actor makes for tasks of several kinds, each created by a function of its own.
enum Creators {
    static func run() {
        wait { await makeAll() }
        Rest.wait()
        print(Tier.census(1, graph: true))
    }

    /// Many tasks that make objects at once, suspend, and create more tasks.
    static func runSwarm(tasks: Int) {
        wait {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks { group.addTask { await swarm(depth: 3) } }
            }
        }
        print(Tier.census(1, graph: true))
    }

    /// Makes and frees objects in an asynchronous function, to measure the cost of recording.
    static func loop(_ count: Int) {
        wait {
            let sum = await Workshop().repeatedly(count)
            print(sum)
        }
    }

    private static func wait(_ body: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await body()
            done.signal()
        }
        done.wait()
    }

    private static func makeAll() async {
        let shop = Workshop()
        await byDetachedTask(shop)
        await byTask(shop)
        await byAsyncLet(shop)
        await byGroup(shop)
        await byNestedTasks(shop)
        await afterSuspension(shop)
    }

    private static func byDetachedTask(_ shop: Workshop) async {
        await Task.detached { await shop.make { Detached() } }.value
    }

    private static func byTask(_ shop: Workshop) async {
        await Task { await shop.make { Inherited() } }.value
    }

    private static func byAsyncLet(_ shop: Workshop) async {
        async let first: Void = shop.make { Bound() }
        async let second: Void = shop.make { Bound() }
        _ = await (first, second)
    }

    private static func byGroup(_ shop: Workshop) async {
        await withTaskGroup(of: Void.self) { $0.addTask { await shop.make { Grouped() } } }
    }

    private static func byNestedTasks(_ shop: Workshop) async {
        await Task.detached { await nested(shop) }.value
    }

    private static func nested(_ shop: Workshop) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                async let made: Void = shop.make { Nested() }
                await made
            }
        }
    }

    private static func afterSuspension(_ shop: Workshop) async {
        await Task.detached { await shop.makeLater { Suspended() } }.value
    }

    private static func swarm(depth: Int) async {
        let shop = Workshop()
        for _ in 0..<5 {
            await shop.make { Grouped() }
            await Task.yield()
        }
        guard depth > 0 else { return }
        async let left: Void = swarm(depth: depth - 1)
        await Task.detached { await swarm(depth: depth - 1) }.value
        await left
    }
}

private actor Workshop {
    private var made: [AnyObject] = []

    func make(_ make: @Sendable () -> AnyObject) {
        made.append(make())
        keepForever(made.count == 1 ? self : nil)
    }

    func makeLater(_ make: @Sendable () -> AnyObject) async {
        try? await Task.sleep(for: .milliseconds(2))
        self.make(make)
    }

    func repeatedly(_ count: Int) -> Int {
        var sum = 0
        for number in 0..<count { sum &+= one(number).number }
        return sum
    }

    @inline(never)
    private func one(_ number: Int) -> Item { Item(number) }
}

/// Keeps an actor alive on purpose.
private func keepForever(_ object: AnyObject?) {
    if let object { _ = Unmanaged.passRetained(object) }
}

private final class Item {
    let number: Int
    init(_ number: Int) { self.number = number }
}

private final class Detached {}
private final class Inherited {}
private final class Bound {}
private final class Grouped {}
private final class Nested {}
private final class Suspended {}
#endif
