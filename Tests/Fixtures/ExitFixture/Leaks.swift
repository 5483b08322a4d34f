/// An object whose delegate refers back to it.
private final class Session {
    var delegate: Delegate?
}

private final class Delegate {
    var session: Session?
}

private final class Ticket {}

private final class Store { var entries = [String]() }

/// Objects that nothing can reach any more, and one that stays in use.
enum Leaks {
    nonisolated(unsafe) private static var store: Store?

    static func makeCycles() {
        for _ in 0..<2 {
            let session = Session()
            session.delegate = Delegate()
            session.delegate?.session = session
        }
    }

    static func retainTooOften() { _ = Unmanaged.passRetained(Ticket()) }

    static func keep() {
        store = Store()
        store?.entries = (0..<100).map { "entry \($0)" }
    }
}
