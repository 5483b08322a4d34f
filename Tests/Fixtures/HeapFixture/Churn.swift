import Foundation

/// Makes and drops objects of many kinds on several threads, and takes censuses that must agree with the truth:
/// 1 after each kind was made once, 2 after the churn, 3 while some of each kind are alive, 4 after these are gone.
///
/// Prints a line for each kind: the name of its type (or either of two), and the number of objects in the third census
/// beyond those in the first.
enum Churn {
    private static let kept = 25

    static func run(count: Int, threads: Int) {
        for kind in kinds { kind.drop(1) }
        onThreads(threads) { kinds.forEach { $0.drop(10) } }
        settle()
        guard Tier.census(1) else { return print("no census") }
        onThreads(threads) { kinds.forEach { $0.drop($0.isSlow ? count / 20 : count) } }
        settle()
        guard Tier.census(2) else { return print("no census") }
        let shelf = Shelf()
        // Made on one thread, released on another.
        onThreads(threads) { shelf.put(kinds.map { $0.make(kept) }) }
        guard Tier.census(3) else { return print("no census") }
        onThreads(threads) { withExtendedLifetime(shelf.take()) {} }
        settle()
        guard Tier.census(4) else { return print("no census") }
        for kind in kinds { print(kind.name, threads * kept * kind.objects, separator: "\t") }
    }

    /// Makes and drops objects of each kind, and keeps some of each for the rest of the program.
    ///
    /// Prints the same lines, which need not be complete: the libraries have objects of some of these types.
    static func fillShelf(count: Int, threads: Int) {
        onThreads(threads) { kinds.forEach { $0.drop($0.isSlow ? count / 20 : count) } }
        onThreads(threads) { everything.put(kinds.map { $0.make(kept) }) }
        settle()
        for kind in kinds { print(kind.name, threads * kept * kind.objects, separator: "\t") }
    }

    private static let everything = Shelf()

    private static func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
        let threads = (0..<count).map { _ in
            var thread = pthread_t()
            let passed = Unmanaged.passRetained(Work(body: work))
            pthread_create(
                &thread, nil,
                {
                    Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body()
                    return nil
                }, passed.toOpaque())
            return thread
        }
        for thread in threads { pthread_join(thread, nil) }
    }

    /// The body of a thread.
    private final class Work {
        let body: @Sendable () -> Void
        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }

    // Tasks may still be on their way out.
    private static func settle() { Thread.sleep(forTimeInterval: 0.3) }
}

/// A shelf that keeps objects alive between threads.
private final class Shelf: @unchecked Sendable {
    private let lock = NSLock()
    private var content: [[[Any]]] = []

    func put(_ values: [[Any]]) { lock.withLock { content.append(values) } }
    func take() -> [[Any]]? { lock.withLock { content.popLast() } }
}

/// A kind of object.
private struct Kind: Sendable {
    var name: String
    /// The number of objects of that name in one value.
    var objects = 1
    /// `true` if making one is slow, so that fewer are made.
    var isSlow = false
    var make: @Sendable (Int) -> [Any]
    var drop: @Sendable (Int) -> Void

    init<Value>(_ name: String, objects: Int = 1, isSlow: Bool = false, _ make: @escaping @Sendable (Int) -> Value) {
        self.name = name
        self.objects = objects
        self.isSlow = isSlow
        self.make = { count in (0..<count).map { make($0) } }
        self.drop = { count in
            for number in 0..<count { withExtendedLifetime(make(number)) {} }
        }
    }
}

private let kinds: [Kind] = [
    Kind("heap_fixture.Leaf") { _ in Leaf() },
    Kind("heap_fixture.Derived") { _ in Derived() },
    Kind("heap_fixture.Holder<Swift.Int16>") { Holder(Int16(truncatingIfNeeded: $0)) },
    Kind("heap_fixture.Holder<Swift.String>") { Holder("number \($0)") },
    Kind("heap_fixture.Throwing", objects: 0) { _ in try? Throwing() },
    Kind("closure (heap_fixture.Token)") { number in makeClosure(Token(number)) },
    Kind("closure (Swift.UInt16)") { number in makeCounter(UInt16(truncatingIfNeeded: number)) },
    // The compiler chooses which of the two it emits for a value of known size.
    Kind("box of heap_fixture.Large|closure (heap_fixture.Large)") { _ in Large() as Any },
    Kind("Swift._ContiguousArrayStorage<heap_fixture.Pair>") { [Pair($0), Pair($0), Pair($0)] },
    Kind("heap_fixture.Element", objects: 2) { [Element($0), Element($0)] },
    Kind("Swift._DictionaryStorage<Swift.Int, heap_fixture.Pair>") { [$0: Pair($0)] },
    Kind("Swift._SetStorage<heap_fixture.Pair>") { Set([Pair($0)]) },
    Kind("error heap_fixture.Mishap") { Mishap.with($0, "text") as any Error },
    Kind("heap_fixture.Tail") { number in Tail.create(minimumCapacity: number & 7) { _ in number } },
    Kind("heap_fixture.Pointing") { _ in Pointing.made() },
    Kind("heap_fixture.Watching") { _ in Watching.made() },
    Kind("heap_fixture.Watched") { _ in Watched() },
    Kind("heap_fixture.Person") { _ in Person() },
    Kind("heap_fixture.Aligned") { _ in Aligned() },
    Kind("heap_fixture.Enclosing<Swift.Int8>.Inner") { Enclosing<Int8>.Inner(Int8(truncatingIfNeeded: $0)) },
    Kind("heap_fixture.Objective") { _ in Objective() },
    Kind("heap_fixture.Growing") { Growing($0) },
    Kind("heap_fixture.Node", objects: 3) { _ in Node(Node(Node(nil))) },
    Kind("heap_fixture.Awaited", isSlow: true) { Awaited.made($0) },
    Kind("FoundationEssentials.__DataStorage", isSlow: true) {
        Data(repeating: UInt8(truncatingIfNeeded: $0), count: 64)
    },
]

private final class Leaf { var number = 1 }
private class Base { var number = 2 }
private final class Derived: Base { var leaf: Leaf? }
private final class Holder<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
private final class Throwing {
    let leaf = Leaf()
    init() throws { throw Mishap.plain }
}
private struct Token {
    var (number, text) = (1, "text")
    init(_ number: Int) { self.number = number }
}
@inline(never)
private func makeClosure(_ token: Token) -> () -> String { { "\(token)" } }
@inline(never)
private func makeCounter(_ start: UInt16) -> () -> UInt16 { { start &+ 1 } }
private protocol Measured {}
private struct Large: Measured { var (first, second, third, fourth) = (1, 2, 3, 4) }
private struct Pair: Hashable {
    var (first, second) = (1, 2)
    init(_ number: Int) { first = number }
}
private final class Element {
    let number: Int
    init(_ number: Int) { self.number = number }
}
private enum Mishap: Error {
    case plain
    case with(Int, String)
}
private final class Tail: ManagedBuffer<Int, UInt16> {}
private final class Pointed {}
private final class Pointing {
    unowned let pointed: Pointed
    init(_ pointed: Pointed) { self.pointed = pointed }

    static func made() -> Pointing {
        let pointed = Pointed()
        return Pointing(pointed)
    }
}
private final class Watched {}
private final class Watching {
    weak var watched: Watched?
    init(_ watched: Watched) { self.watched = watched }

    static func made() -> Watching {
        let watched = Watched()
        return Watching(watched)
    }
}
private actor Person { var age = 0 }
private final class Aligned { var vector = SIMD8<Double>(repeating: 1) }
private enum Enclosing<Value> {
    final class Inner {
        let value: Value
        init(_ value: Value) { self.value = value }
    }
}
private final class Objective: NSObject {}
/// Has a buffer that is reallocated.
private final class Growing {
    private var buffer = malloc(16)
    init(_ number: Int) {
        buffer = realloc(buffer, 32 + number % 1000)
        buffer = realloc(buffer, 24)
    }
    deinit { free(buffer) }
}
private final class Node {
    let next: Node?
    init(_ next: Node?) { self.next = next }
}
private final class Awaited: @unchecked Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }

    /// Returns an object made by a task, whose own memory is allocated and freed.
    static func made(_ number: Int) -> Awaited? {
        let result = Result()
        Task {
            result.value = Awaited(number)
            result.isThere.signal()
        }
        result.isThere.wait()
        // The task may be on its way out for a while: it has nothing of what is counted then.
        defer { result.value = nil }
        return result.value
    }

    private final class Result: @unchecked Sendable {
        let isThere = DispatchSemaphore(value: 0)
        var value: Awaited?
    }
}
