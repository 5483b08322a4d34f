// A program with variables of many kinds. It obeys the words on its standard input, one a line: `work` uses each variable,
// `leave` changes them as a test would that does not clean up, `once` uses the lazy global.
@preconcurrency import CStateGlobals
import Foundation
@preconcurrency import Glibc
import Synchronization

/// Writes a line at once.
func report(_ words: Any...) {
    print(words.map { "\($0)" }.joined(separator: " "))
    fflush(nil)
}

@inline(never) func use(_ values: Any...) -> Int { values.count }

func work() async -> Int {
    let store = await Store.shared.touch()
    let simple = use(
        Flags.beta, Flags.mode, Flags.limit as Any, Flags.ratio, Flags.level, Flags.isOn as Any, Flags.next as Any)
    let values = use(
        Values.title, Values.text, Values.nickname as Any, Values.data, Values.blob, Values.optionalData as Any,
        Values.id, Values.due as Any, Values.pair, Values.generic, Values.phase, Values.route, Values.range)
    let collections = use(
        Collections.numbers, Collections.names, Collections.ages, Collections.users, Collections.sessions,
        Collections.nested)
    let references = use(
        References.session as Any, References.base, References.onDone as Any, References.transform(1),
        References.plugin,
        References.large as Any, References.observer as Any, References.failure as Any, References.anything,
        References.kind, References.box, References.last as Any, References.pointer as Any)
    let others = use(
        Cache.shared.entries, Cache.shared.hits, Registry.shared.users, Registry.shared.names.withLock(\.count),
        Guarded.shared.count.load(ordering: .relaxed), Guarded.shared.state.withLock(\.size), Locals.user,
        Locals.fallback.value, guardedNames.withLock(\.count), requestCount.load(ordering: .relaxed), String.separator,
        state_read_counter(), UserDefaults.standard.string(forKey: "theme") as Any)
    return store + simple + values + collections + references + others + readHidden()
}

func leave() async {
    Flags.beta = true
    Flags.mode = .busy
    Flags.limit = 3
    Flags.ratio = 0.75
    Flags.level = 2
    Flags.isOn = false
    Flags.next = .done
    Values.title = "other"
    Values.text += ", and longer"
    Values.nickname = "nick"
    Values.data = Data([1, 2, 4])
    Values.blob = Data(repeating: 8, count: 120)
    Values.optionalData = Data([1])
    Values.id = UUID()
    Values.due = Date()
    Values.pair.name = "yz"
    Values.generic.second = nil
    Values.phase = .waiting(seconds: 4)
    Values.route = .detail(1, .home)
    Values.range = 0..<4
    Collections.numbers.append(4)
    Collections.names.insert("b")
    Collections.ages["b"] = 3
    Collections.users[0].age = 2
    Collections.sessions[1] = Session(token: "t")
    Collections.nested[1].append("b")
    await leaveReferences()
}

func leaveReferences() async {
    References.session = Session(token: "t")
    References.base = Derived()
    References.onDone = { print(Flags.beta) }
    References.transform = { $0 + 2 }
    References.plugin = ClassPlugin()
    References.large = LargePlugin()
    References.observer = Counter()
    References.failure = Problem.broken(code: 4)
    References.anything = "text"
    References.kind = String.self
    References.box.value.isDark = true
    References.last = References.session
    References.pointer = malloc(16)
    Cache.shared.entries = ["a": 1, "b": 2]
    Cache.shared.hit()
    Registry.shared.users = [User(name: "a", age: 1), nil]
    Registry.shared.owner.session.token = "token"
    Registry.shared.names.withLock { _ = $0.insert("a") }
    Guarded.shared.count.add(1, ordering: .relaxed)
    Guarded.shared.state.withLock { $0.size = 4 }
    Locals.fallback.value = "somebody"
    guardedNames.withLock { $0.append("a") }
    requestCount.add(2, ordering: .relaxed)
    String.separator = ";"
    state_leave()
    setenv("STATE_FIXTURE", "left", 1)
    setlocale(LC_ALL, "C.UTF-8")
    UserDefaults.standard.set("dark", forKey: "theme")
    UserDefaults.standard.set(3, forKey: "size")
    UserDefaults(suiteName: "test.suite")?.set(["a", "b"], forKey: "recent")
    UserDefaults.standard.register(defaults: ["flag": true])
    await withCheckedContinuation { _ = seenInput.yield(("a", $0)) }
    leaveHidden()
    await Store.shared.leave()
}

// Not on the main thread, which waits for words.
Task.detached { await watch() }
report("ready", getpid())
while let word = readLine() {
    switch word {
    case "work": report("worked", await work() > 0)
    case "leave":
        await leave()
        report("left")
    case "once": report("used", lazyGlobal.count)
    default: report("unknown")
    }
}
