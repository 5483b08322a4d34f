import Synchronization

/// Objects whose references lie in structs, tuples, enums and mutexes.
enum Layouts {
    static func run() {
        make()
        print(Tier.census(1, graph: true))
    }

    @inline(never)
    private static func make() {
        let owner = Owned()
        keep(owner)
        keep(Desktop(owner))
        keep(Branch.fork(left: owner, right: 2))
        keep(Panel(owner))
        keep(Panel("text"))
    }
}

private final class Owned {}

private protocol Holding {}

private struct Settings {
    var size = 1
    var owner: Owned
    var deeper: Deeper?
}

private struct Deeper {
    var pair: (first: Owned, Int)
    weak var watcher: Owned?
}

private struct Numbers { var (width, height) = (1, 2) }

private enum Action {
    case none
    case enabled(Owned, () -> Void)
    case disabled
}

private enum Either {
    case object(Owned)
    case numbers(Int, Int)
}

private indirect enum Branch {
    case leaf
    case fork(left: Owned, right: Int)
}

private final class Desktop {
    var settings: Settings
    var numbers = Numbers()
    var action: Action
    var either: Either
    var branch: Branch?
    var pair: (Int, Owned)
    var existential: any Holding
    var titles = ["a"]
    let state: Mutex<Settings>
    lazy var lazily = Owned()
    init(_ owner: Owned) {
        settings = Settings(owner: owner, deeper: Deeper(pair: (owner, 1)))
        action = .enabled(owner) {}
        either = .object(owner)
        branch = .leaf
        pair = (1, owner)
        existential = Small(owner: owner)
        state = Mutex(Settings(owner: Owned()))
    }
}

private struct Small: Holding { var owner: Owned }

private final class Panel<Content> {
    var content: Content
    var boxed: Pair<Content>
    var wrapped: Wrapped<Content>
    init(_ content: Content) {
        self.content = content
        boxed = Pair(first: content)
        wrapped = .some(content)
    }
}

private struct Pair<Content> {
    var first: Content
    unowned(unsafe) var owner: Owned?
}

private enum Wrapped<Content> {
    case none
    case some(Content)
}
