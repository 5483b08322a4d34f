internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// The results of the leak checks of this process, printed once at the end of the run.
final class RunLedger: Sendable {
    static let shared = RunLedger()

    private struct Entries {
        var tests = 0
        var watched = 0
        var empty: Set<String> = []
        var notes: [String] = []
        var isTold = false
        var isAwaitingEnd = false
    }

    private let entries = Lock(Entries())

    /// Counts a checked test.
    func add(test: String, watched: Int) {
        entries.withLock { entries in
            entries.tests += 1
            entries.watched += watched
            if watched == 0 { entries.empty.insert(test) }
        }
        tellAtExit()
    }

    /// Adds a line to the summary at the end of the run.
    func add(note: String) {
        entries.withLock { $0.notes.append(note) }
        tellAtExit()
    }

    /// Writes the summary to standard error once; later calls do nothing.
    ///
    /// Components that are alive in the shared registry were registered outside of the tests' task trees: on Dispatch
    /// queues, threads and detached tasks, or by work that outlived its test. They get a second to be released; then
    /// the summary lists them.
    func tell() {
        let told = entries.withLock { entries in
            defer { entries.isTold = true }
            return entries.isTold ? nil : entries
        }
        guard let told else { return }
        let unattributed = Self.unattributed(within: .seconds(1))
        let summary = RunSummary(
            tests: told.tests, watched: told.watched, empty: Array(told.empty), unattributed: unattributed,
            notes: told.notes)
        FileHandle.standardError.write(Data((summary.lines.map { "outlive: \($0)\n" }).joined().utf8))
    }

    /// At exit, because swift-testing does not notify libraries of the end of a run, and XCTest only its observers.
    private func tellAtExit() {
        let isFirst = entries.withLock { entries in
            defer { entries.isAwaitingEnd = true }
            return !entries.isAwaitingEnd
        }
        guard isFirst, self === Self.shared else { return }
        atexit { RunLedger.shared.tell() }
    }

    /// Polls until no component is alive or the time is up, and blocks the thread.
    ///
    /// `settled()` would suspend, but the process is about to exit, possibly on the last thread for tasks, so no task
    /// could be awaited. Blocking is safe because the run is over. For the same reason it does not matter that each
    /// poll ends a generation.
    private static func unattributed(within time: Duration) -> [AliveComponent] {
        let end = SuspendingClock().now.advanced(by: time)
        while true {
            let alive = LeakRegistry.shared.endGeneration().alive
            if alive.isEmpty || SuspendingClock().now >= end { return alive }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }
}
