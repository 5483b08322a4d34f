/// Objects of every kind, ten of each, all alive at the census.
enum Kinds {
    static func run() {
        for number in 0..<10 { make(number) }
        print(Tier.census(1, graph: true))
    }

    @inline(never)
    private static func make(_ number: Int) {
        let plain = Plain()
        keep(plain)
        keep(Generic(number))
        keep(Generic("text"))
        keep(Outer.Nested())
        keep(Hidden())
        keep(Worker())
        let text = "captured \(number)"
        keep({ "\(text) \(ObjectIdentifier(plain))" } as () -> String)
        var variable = Float(number)
        keep(
            {
                variable += 1
                return variable
            } as () -> Float)
        keep(Wide() as any Sized)
        keep([plain, plain, plain])
        keep([Part(first: number), Part(first: number)])
        keep([number: Float(number)])
        keep(Set([UInt8(number)]))
        keep("a text that is too long to be kept in place, \(number)")
        keep(Boxed(Failure.because("of \(number)")))
        keep(Task { try? await Task.sleep(for: .seconds(1000)) })
        keep(Follower(Followed()))
    }
}

/// The objects that scenarios keep alive.
nonisolated(unsafe) private var kept: [Any] = []

/// Keeps a value alive for the rest of the program.
@inline(never)
func keep(_ value: Any) { kept.append(value) }

final class Plain { var number = 1 }
final class Generic<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
enum Outer {
    final class Nested {}
}
private final class Hidden {}
private actor Worker {
    var jobs = 0
}
/// 17 bytes, 24 from one element of an array to the next.
private struct Part {
    var first: Int
    var second = 2
    var third: Int8 = 3
}
private protocol Sized {}
private struct Wide: Sized { var (first, second, third, fourth) = (1, 2, 3, 4) }
private enum Failure: Error { case because(String) }
private struct Boxed {
    let error: any Error
    init(_ error: any Error) { self.error = error }
}
/// A deinitialised object whose memory only an unowned reference keeps.
private final class Followed {}
private final class Follower {
    unowned let followed: Followed
    init(_ followed: Followed) { self.followed = followed }
}
