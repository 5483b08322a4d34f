import Synchronization

#if os(Linux)
import Glibc
#endif

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
        makeStale(owner)
    }
}

#if os(Linux)
extension Layouts {
    /// Values of `any Holding` where pointers to an object were before.
    @inline(never)
    fileprivate static func makeStale(_ owner: Owned) {
        leavePointers(to: owner, in: 56)
        let room = Room(Small(owner: owner))
        leavePointers(to: owner, in: 56)
        let wide = Room(Large(owner: owner))
        leavePointers(to: owner, in: 72)
        let list = [Small(owner: owner) as any Holding]
        keep(room)
        keep(wide)
        keep(Rooms(list))
        // The words after a reference to an object and its witness table may be metadata.
        keep(Factory(owner))
        leavePointers(to: owner, in: 56)
        let vacant = Vacant()
        leavePointers(to: owner, in: 56)
        let crate = Crate<Any>(Small(owner: owner))
        leavePointers(to: owner, in: 80)
        leavePointers(to: owner, in: 64)
        let hall = GreatHall(Small(owner: owner))
        let shelves = [Shelved(number: 1, content: Small(owner: owner))]
        keep(vacant)
        keep(crate)
        keep(hall)
        keep(Shelves(shelves))
    }

    /// Allocates a block, fills it and frees it, so that the next one of its size contains these words.
    private static func leavePointers(to object: Owned, in size: Int) {
        let block = malloc(size)!
        let words = block.bindMemory(to: UnsafeMutableRawPointer.self, capacity: size / 8)
        for index in 0..<size / 8 { words[index] = Unmanaged.passUnretained(object).toOpaque() }
        free(block)
    }
}
#endif

private final class Room {
    var content: any Holding
    init(_ content: any Holding) { self.content = content }
}

private class Hall {
    var content: any Holding
    init(_ content: any Holding) { self.content = content }
}

/// The value is in a property of the superclass.
private final class GreatHall: Hall { var seats = 100 }

private protocol Delegating: AnyObject {}

private final class Delegate: Delegating {}

private final class Factory {
    let delegate: any Delegating = Delegate()
    let store: Owned
    let type: Any.Type = Owned.self
    let failure: any Error = Refusal()
    let other: Owned
    init(_ owner: Owned) { (store, other) = (owner, owner) }
}

private struct Refusal: Error { var number = 1 }

private final class Vacant {
    var content: Any?
    init() { content = nil }
}

private final class Crate<Content> {
    var content: Content
    init(_ content: Content) { self.content = content }
}

private struct Shelved {
    var number: Int
    var content: Any
}

private final class Shelves {
    var list: [Shelved]
    init(_ list: [Shelved]) { self.list = list }
}

private final class Rooms {
    var list: [any Holding]
    init(_ list: [any Holding]) { self.list = list }
}

private struct Large: Holding {
    var number = (1, 2, 3)
    var owner: Owned
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
    var pointer: Unmanaged<Owned>?
}

private enum Wrapped<Content> {
    case none
    case some(Content)
}
