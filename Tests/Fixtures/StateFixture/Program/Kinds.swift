import Foundation
import Synchronization

enum Mode { case idle, busy, done }

enum Phase {
    case none
    case waiting(seconds: Int)
    case running(Session)
}

indirect enum Route { case home, detail(Int, Route) }

struct Settings {
    var theme = "light"
    var size = 3
    var locale: String?
    var isDark = false
}

struct User: Hashable {
    var name: String
    var age: Int
}

final class Session {
    var token: String?
    var user: User?
    weak var parent: Session?
    init(token: String? = nil) { self.token = token }
}

final class Owner {
    var session = Session()
}

protocol Plugin { var name: String { get } }
struct SmallPlugin: Plugin { var name = "small" }
struct LargePlugin: Plugin {
    var name = "large"
    var numbers = (1, 2, 3, 4)
}
final class ClassPlugin: Plugin {
    var name = "class"
    var calls = 0
}

protocol Observer: AnyObject { var count: Int { get } }
final class Counter: Observer { var count = 0 }

final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

struct Pair<First, Second> {
    var first: First
    var second: Second
}

class Base { var baseCount = 0 }
final class Derived: Base { var ownCount = 0 }

enum Problem: Error { case broken(code: Int), other }

actor Store {
    static let shared = Store()
    var settings = Settings()
    var requests: [String] = []

    func leave() {
        settings.theme = "dark!"
        requests.append("a")
    }
    func touch() -> Int { requests.count + settings.size }
}

final class Cache: @unchecked Sendable {
    static let shared = Cache()
    var entries: [String: Int] = [:]
    private(set) var hits = 0
    lazy var index: [Int] = [entries.count]
    let lock = NSLock()

    func hit() { hits += 1 }
}

final class Registry: @unchecked Sendable {
    static let shared = Registry()
    var users: [User?] = [nil, nil]
    var owner = Owner()
    let names = Mutex<Set<String>>([])
}

final class Guarded: Sendable {
    static let shared = Guarded()
    let count = Atomic<Int>(0)
    let state = Mutex(Settings())
}

enum Locals {
    @TaskLocal static var user = "nobody"
    nonisolated(unsafe) static var fallback = Box("nobody")
}
