internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

#if canImport(XCTest)
internal import XCTest
#endif

/// The objects that a leak check watches.
enum Watch: Hashable, Sendable {
    /// All objects, by `outlive test`.
    case all
    /// Components that the work tracked, as nothing else is possible in the process, or not wanted.
    case components
    /// Components that the work tracked, as `outlive test` does not answer for a reason.
    case componentsBecause(String)
}

/// The results of the leak checks of this process, printed once at the end of the run.
final class RunLedger: Sendable {
    static let shared = RunLedger()

    private let state = Lock((summary: RunSummary(), isPrinted: false, printsAtExit: false))

    /// Adds a test.
    ///
    /// - Parameters:
    ///   - tracked: The number of components that it tracked.
    ///   - watch: The objects that were watched.
    func add(test: String, tracked: Int, watch: Watch) {
        update { summary in
            summary.tests += 1
            summary.tracked += tracked
            if case .componentsBecause(let reason) = watch { summary.obstacle = reason }
            if watch == .all {
                summary.watchedAll += 1
            } else if tracked == 0 {
                summary.empty.insert(test)
            }
        }
    }

    func add(note: String) { update { $0.notes.append(note) } }

    /// Adds known leaks of a test.
    func add(known: [String], in test: String) {
        guard !known.isEmpty else { return }
        update { summary in
            for leak in known { summary.known[leak, default: []].insert(test) }
        }
    }

    /// Changes the summary, which is printed at exit.
    ///
    /// swift-testing does not notify libraries of the end of a run, and XCTest notifies only its observers.
    private func update(_ change: (inout RunSummary) -> Void) {
        let isFirst = state.withLock { state in
            defer { state.printsAtExit = true }
            change(&state.summary)
            return !state.printsAtExit
        }
        if isFirst, self === Self.shared { atexit { RunLedger.shared.printSummary() } }
    }

    /// Writes the summary to standard error once; later calls do nothing.
    ///
    /// Components that are alive in the shared registry were registered outside of the tests' task trees. That happens
    /// on Dispatch queues, threads and detached tasks, and in work that outlives its test. The summary lists what is
    /// not released within a second.
    func printSummary() {
        let pending = state.withLock { state in
            defer { state.isPrinted = true }
            return state.isPrinted ? nil : state.summary
        }
        guard var summary = pending else { return }
        summary.unattributed = Self.unattributed(within: .seconds(1))
        FileHandle.standardError.write(Data((summary.lines.map { "outlive: \($0)\n" }).joined().utf8))
    }

    /// Polls until no component is alive or the time is up, and blocks the thread.
    ///
    /// `settled()` would suspend, but the process is about to exit, possibly on the last thread that runs tasks, so no
    /// task could be awaited. Because the run is over, this thread may block, and each poll may end a generation.
    private static func unattributed(within time: Duration) -> [AliveComponent] {
        let end = SuspendingClock().now.advanced(by: time)
        while true {
            let alive = LeakRegistry.shared.endGeneration().alive
            if alive.isEmpty || SuspendingClock().now >= end { return alive }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }
}

/// The lines at the end of a run with leak checks.
struct RunSummary {
    /// The maximum number of tests, and of survivors, in the lists.
    private static let maximumListed = 10

    var tests = 0
    /// The number of tests of which `outlive test` watched all objects.
    var watchedAll = 0
    /// The reason in one line why it did not watch all objects of each test, or `nil` if it does not run the tests.
    var obstacle: String?
    /// The number of components that the tests tracked.
    var tracked = 0
    var empty: Set<String> = []
    /// The live components that were registered outside of the tests' task trees.
    var unattributed: [AliveComponent] = []
    /// The tests that left each known leak.
    var known: [String: Set<String>] = [:]
    var notes: [String] = []

    var lines: [String] {
        guard tests > 0 else { return knownLines + notes }
        var lines = [
            "\(counted(tests, "test")) with leak checks, \(counted(tracked, "component")) tracked"
                + (tracked == 0 && watchedAll == 0 ? ": no test tracked anything, so nothing was checked" : ""),
            watch,
        ]
        if !empty.isEmpty, tracked > 0 || watchedAll > 0 {
            lines.append("\(counted(empty.count, "test")) tracked nothing: \(Self.names(empty))")
        }
        return lines + unattributedLines + knownLines + notes
    }

    private var watch: String {
        let alone = "tracked components alone were watched"
        let reason = obstacle.map { ": \($0)" } ?? ""
        switch watchedAll {
        case 0: return alone + (obstacle == nil ? ": run by outlive test to watch all objects" : reason)
        case tests: return "all objects were watched, by outlive test"
        default:
            return
                "all objects were watched, by outlive test, in \(watchedAll) of \(counted(tests, "test")); in the others "
                + alone + reason
        }
    }

    private var knownLines: [String] {
        known.sorted { $0.key < $1.key }.map { leak, tests in "\(leak): \(Self.names(tests))" }
    }

    private static func names(_ tests: Set<String>) -> String {
        let more = tests.count > maximumListed ? " and \(tests.count - maximumListed) more" : ""
        return tests.sorted().prefix(maximumListed).joined(separator: ", ") + more
    }

    private var unattributedLines: [String] {
        let count = unattributed.reduce(0) { $0 + $1.count }
        guard count > 0 else { return ["0 unattributed survivors"] }
        let headline =
            "\(counted(count, "unattributed survivor")), registered outside of the tests' tasks "
            + "(Dispatch, threads, detached tasks, work that outlived its test):"
        let more = unattributed.count - Self.maximumListed
        return [headline]
            + unattributed.prefix(Self.maximumListed).map { alive in
                "  \(alive.key.name): \(alive.count) alive, registered at \(alive.key.site)"
            }
            + (more > 0 ? ["  ... \(more) more"] : [])
    }
}

#if canImport(XCTest)
/// An observer that prints the summary of the leak checks when all tests have run, before XCTest's own summary.
final class RunObserver: NSObject, XCTestObservation {
    private static let installed: Void = XCTestObservationCenter.shared.addTestObserver(RunObserver())

    /// Starts to observe the run once; later calls do nothing.
    static func install() { installed }

    func testBundleDidFinish(_ testBundle: Bundle) { RunLedger.shared.printSummary() }
}
#endif
