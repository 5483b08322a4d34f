import Dispatch
import Outlive
import OutliveTesting
import Testing

/// A component of an application.
final class Session: Sendable {}

/// Keeps the leaked objects of tests until the process ends.
actor Cellar {
    static let shared = Cellar()
    private var kept: [AnyObject] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func keep(_ object: sending AnyObject) { kept.append(object) }

    /// Returns when two tests have called it, which makes them run at the same time.
    func meet() async {
        if waiting.isEmpty {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            waiting.removeFirst().resume()
        }
    }
}

/// Run by `LeakTraitRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside), .failOnLeaks(settling: .milliseconds(200)))
struct LeakExamples {
    @Test func clean() async {
        await Cellar.shared.meet()
        LeakRegistry.shared.track(Session(), as: "tidy")
        await Cellar.shared.meet()
    }

    static let leakingLine = #line + 5

    @Test func leaks() async {
        await Cellar.shared.meet()
        let session = Session()
        LeakRegistry.shared.track(session, as: "forgotten")
        await Cellar.shared.keep(session)
        await Cellar.shared.meet()
    }

    @Test func offTask() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let session = Session()
                LeakRegistry.shared.track(session, as: "stray")
                Task {
                    await Cellar.shared.keep(session)
                    continuation.resume()
                }
            }
        }
    }

    static let throwingLine = #line + 5

    @Test func throwing() async throws {
        struct Trouble: Error {}
        let session = Session()
        LeakRegistry.shared.track(session, as: "left by an error")
        await Cellar.shared.keep(session)
        throw Trouble()
    }

    @Test func declared() async {
        let session = Session()
        LeakRegistry.shared.track(session, as: "pool", lifetime: .process(reason: "shared by all tests"))
        await Cellar.shared.keep(session)
    }
}
