import Dispatch

/// Objects that refer to each other through closures, and a task that waits.
enum References {
    static func run() {
        make()
        print(Tier.census(1, graph: true))
    }

    @inline(never)
    private static func make() {
        let screen = Screen()
        keep(screen)
        screen.connect()
        screen.onTap?()
        let bell = Bell()
        keep(bell)
        bell.connect()
        Desk.open()
        Gate.make()
    }
}

private final class Screen {
    var title = Title()
    var onTap: (() -> Void)?
    var onLoad: (() async -> Void)?
    var taps = 0

    // The closure captures one object, so that this is its context.
    func connect() {
        onTap = { self.taps += 1 }
        onLoad = { self.taps += 1 }
    }
}

private final class Title {}

/// Its closure is the first property, directly behind the header.
private final class Bell {
    var onRing: (() -> Void)?
    var rings = 0

    func connect() { onRing = { self.rings += 1 } }
}

private final class Desk {
    nonisolated(unsafe) static var onOpen: (() -> Void)?
    var opened = 0

    static func open() {
        let desk = Desk()
        onOpen = { desk.opened += 1 }
    }
}

private actor Gate {
    private var waiting: CheckedContinuation<Void, Never>?

    func wait(_ entered: DispatchSemaphore) async {
        await withCheckedContinuation {
            waiting = $0
            entered.signal()
        }
    }

    /// Runs when the earlier caller is suspended.
    func pass(_ passed: DispatchSemaphore) { passed.signal() }

    static func make() {
        let (gate, entered, passed) = (Gate(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        keep(gate)
        Task { await gate.wait(entered) }
        entered.wait()
        Task { await gate.pass(passed) }
        passed.wait()
    }
}
