internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveModel

/// What the leak checks of this process have seen so far; told once, when the run ends.
final class RunLedger: Sendable {
    /// The process's own.
    static let shared = RunLedger()

    private struct Entries {
        var tests = 0
        var watched = 0
        var empty: Set<String> = []
        var notes: [String] = []
        var isTold = false
        var isAwaitingEnd = false
    }

    private let entries = Locked(Entries())

    /// Counts a test that was checked.
    func add(test: String, watched: Int) {
        entries.withLock { entries in
            entries.tests += 1
            entries.watched += watched
            if watched == 0 { entries.empty.insert(test) }
        }
        tellAtExit()
    }

    /// Adds a line to what is told at the end.
    func add(note: String) {
        entries.withLock { $0.notes.append(note) }
        tellAtExit()
    }

    /// Writes the summary to standard error; the first call does.
    ///
    /// What is alive in the shared registry was registered outside of all tests' task trees: on Dispatch queues,
    /// threads and detached tasks, or by work that outlived its test. It gets a moment to go away; then it is named.
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

    /// Neither framework tells a library that the run ends: swift-testing not at all, XCTest only its observers.
    private func tellAtExit() {
        let isFirst = entries.withLock { entries in
            defer { entries.isAwaitingEnd = true }
            return !entries.isAwaitingEnd
        }
        guard isFirst, self === Self.shared else { return }
        atexit { RunLedger.shared.tell() }
    }

    /// Looks until nothing is alive or the time is up, blocking the thread.
    ///
    /// Not by `settled()`, which suspends: the process is about to exit, maybe on the last thread that tasks run on,
    /// and nobody could wait for a task then. The run is over, so that nobody else needs this thread, and it does not
    /// matter that each look ends a generation.
    private static func unattributed(within time: Duration) -> [AliveComponent] {
        let end = SuspendingClock().now.advanced(by: time)
        while true {
            let alive = LeakRegistry.shared.endGeneration().alive
            if alive.isEmpty || SuspendingClock().now >= end { return alive }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }
}
