#if os(Linux)
import Glibc

/// Objects that are held in known ways.
enum Shapes {
    static func run() {
        make()
        _ = overwriteStack(2000)
        let thread = startHolder()
        let held = FirstHeld()
        print(Tier.census(1, graph: true))
        if CommandLine.arguments.last == "wait" { withImage(of: held) { Tier.waitForInput() } }
        withExtendedLifetime((thread, held)) {}
    }

    /// Calls a function while the first words of an object are also on the stack, as those are that a compiler puts there.
    private static func withImage(of object: AnyObject, _ body: () -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { image in
            let words = UnsafeRawBufferPointer(start: Unmanaged.passUnretained(object).toOpaque(), count: 16)
            image.copyMemory(from: words)
            body()
        }
    }

    @inline(never)
    private static func make() {
        Registry.shared.byName["first"] = Slot(name: "a name too long for its place", item: Item())
        let model = Model()
        Registry.shared.onEvent = { model.events += 1 }
        let (owner, helper) = (Owner(), Helper())
        owner.helper = helper
        helper.delegate = owner
        let watched = Watched()
        keep(watched)
        keep(Watcher(watched))
        let memory = UnsafeMutablePointer<Unmanaged<CHeld>>.allocate(capacity: 4)
        memory[1] = .passRetained(CHeld())
        // So large that it is mapped by itself.
        UnsafeMutablePointer<Unmanaged<LostHeld>>.allocate(capacity: 100_000)[1] = .passRetained(LostHeld())
        Registry.memory = memory
        Observer.shared.succeed()
    }

    /// Overwrites the stack, so that no pointer that `make` left there is found.
    @inline(never)
    private static func overwriteStack(_ depth: Int) -> Int { depth == 0 ? 0 : overwriteStack(depth - 1) &+ 1 }

    /// Starts a thread that holds an object and sleeps. As far as can be observed, it sleeps when this returns.
    private static func startHolder() -> pthread_t {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        holderPipe = ends[1]
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                let held = StackHeld()
                var byte: UInt8 = 1
                write(holderPipe, &byte, 1)
                sleep(1000)
                withExtendedLifetime(held) {}
                return nil
            }, nil)
        var byte: UInt8 = 0
        read(ends[0], &byte, 1)
        return thread
    }
}

nonisolated(unsafe) private var holderPipe: Int32 = 0

private final class Registry {
    nonisolated(unsafe) static let shared = Registry()
    nonisolated(unsafe) static var memory: UnsafeMutablePointer<Unmanaged<CHeld>>?
    var byName: [String: Slot] = [:]
    var onEvent: (() -> Void)?
}
private struct Slot {
    var name: String
    var item: Item
}
private final class Item { var number = 1 }
private final class Model { var events = 0 }
private final class Owner { var helper: Helper? }
private final class Helper { var delegate: Owner? }
private final class Watched {}
private struct Watching {
    unowned var inside: Watched
    var number = 1
}
private final class Watcher {
    var number = 7
    weak var weakly: Watched?
    unowned var unowned: Watched
    unowned(unsafe) var unmanaged: Watched
    var strongly: Watched
    var nested: Watching
    init(_ watched: Watched) {
        (weakly, unowned, unmanaged, strongly) = (watched, watched, watched, watched)
        nested = Watching(inside: watched)
    }
}
/// An observer of a released object, at whose address there is another one.
private final class Observer {
    nonisolated(unsafe) static let shared = Observer()
    weak var released: Successor?

    func succeed() {
        var address: UnsafeMutableRawPointer?
        do {
            let first = Successor()
            (released, address) = (first, Unmanaged.passUnretained(first).toOpaque())
        }
        var others: [Successor] = []
        while others.count < 1000 {
            let next = Successor()
            if Unmanaged.passUnretained(next).toOpaque() == address {
                _ = Unmanaged.passRetained(next)
                return
            }
            others.append(next)
        }
    }
}
private final class Successor { var number = 1 }
private final class CHeld {}
private final class LostHeld {}
private final class StackHeld {}
private final class FirstHeld {}
#endif
