import Foundation
import Synchronization

// All of these are read or changed by the functions of `main.swift`, so that the optimizer keeps them.
enum Flags {
    nonisolated(unsafe) static var beta = false
    nonisolated(unsafe) static var mode = Mode.idle
    nonisolated(unsafe) static var limit: Int?
    nonisolated(unsafe) static var ratio = 0.5
    nonisolated(unsafe) static var level: UInt8 = 1
    nonisolated(unsafe) static var isOn: Bool?
    nonisolated(unsafe) static var next: Mode?
}

enum Values {
    nonisolated(unsafe) static var title = "short"
    nonisolated(unsafe) static var text = "a text of more than fifteen bytes"
    nonisolated(unsafe) static var nickname: String?
    nonisolated(unsafe) static var data = Data([1, 2, 3])
    nonisolated(unsafe) static var blob = Data(repeating: 7, count: 100)
    nonisolated(unsafe) static var optionalData: Data?
    nonisolated(unsafe) static var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    nonisolated(unsafe) static var due: Date?
    nonisolated(unsafe) static var pair = (count: 1, name: "x")
    nonisolated(unsafe) static var generic = Pair(first: 1, second: Optional("y"))
    nonisolated(unsafe) static var phase = Phase.none
    nonisolated(unsafe) static var route = Route.home
    nonisolated(unsafe) static var range = 0..<3
}

enum Collections {
    nonisolated(unsafe) static var numbers = [1, 2, 3]
    nonisolated(unsafe) static var names: Set<String> = ["a"]
    nonisolated(unsafe) static var ages = ["a": 1, "b": 2]
    nonisolated(unsafe) static var users: [User] = [User(name: "a", age: 1)]
    nonisolated(unsafe) static var sessions: [Int: Session] = [:]
    nonisolated(unsafe) static var nested: [[String]] = [["a"], []]
}

enum References {
    nonisolated(unsafe) static var session: Session?
    nonisolated(unsafe) static var base = Base()
    nonisolated(unsafe) static var onDone: (() -> Void)?
    nonisolated(unsafe) static var transform: (Int) -> Int = { $0 + 1 }
    nonisolated(unsafe) static var plugin: any Plugin = SmallPlugin()
    nonisolated(unsafe) static var large: (any Plugin)?
    nonisolated(unsafe) static var observer: (any Observer)?
    nonisolated(unsafe) static var failure: (any Error)?
    nonisolated(unsafe) static var anything: Any = 1
    nonisolated(unsafe) static var kind: Any.Type = Int.self
    nonisolated(unsafe) static var box = Box(Settings())
    nonisolated(unsafe) static weak var last: Session?
    nonisolated(unsafe) static var pointer: UnsafeMutableRawPointer?
}

private nonisolated(unsafe) var hidden = 7
private enum Secret { nonisolated(unsafe) static var attempts = 0 }
nonisolated(unsafe) var lazyGlobal = [ProcessInfo.processInfo.processName.count]
let guardedNames = Mutex<[String]>([])
let requestCount = Atomic<Int>(0)

extension String { nonisolated(unsafe) static var separator = "," }

// What only the frame of a task refers to.
final class Seen { var words: [String] = [] }
typealias SeenWord = (text: String, continuation: CheckedContinuation<Void, Never>)
let (seenWords, seenInput) = AsyncStream.makeStream(of: SeenWord.self)

@inline(never) func add(_ word: String, to seen: Seen) { seen.words.append(word) }

func watch() async {
    let seen = Seen()
    for await word in seenWords {
        add(word.text, to: seen)
        word.continuation.resume()
    }
}

func leaveHidden() {
    hidden += 1
    Secret.attempts = 3
}

func readHidden() -> Int { hidden + Secret.attempts }
