/// Objects that refer to each other through closures.
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
        Desk.open()
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

private final class Desk {
    nonisolated(unsafe) static var onOpen: (() -> Void)?
    var opened = 0

    static func open() {
        let desk = Desk()
        onOpen = { desk.opened += 1 }
    }
}
