package import OutliveDriver
package import OutliveModel
internal import OutliveSupport

/// A clock that takes censuses of the processes of a run, and records their heaps over time.
///
/// The files of its censuses are removed as soon as they are read.
package final class HeapClock: Sendable {
    /// The maximum number of recorded processes; the clock ignores any that start later.
    private static let maximumProcesses = 16
    /// The time after which a process gives no answer any more, for example because it is stopped.
    private static let timeout = Duration.seconds(10)
    /// The pause after a census, as a multiple of its time: censuses then take 5 % of the time at most.
    private static let pausesPerCensus = 19

    private struct State {
        var records: [HeapStartRecord: HeapCourseRecord] = [:]
        var failure: Failure?
    }

    private let run: HeapRun
    private let interval: Duration
    private let start = ContinuousClock.now
    private let state = Lock(State())

    /// Creates a clock, whose time begins now.
    ///
    /// - Parameter interval: The least time from one census to the next.
    package init(of run: HeapRun, every interval: Duration) {
        (self.run, self.interval) = (run, interval)
    }

    /// Takes censuses until the task is cancelled.
    package func record() async {
        guard let _ = try? await run.firstServed() else { return }
        while !Task.isCancelled {
            let begin = ContinuousClock.now
            for process in (try? run.served()) ?? [] where mayRecord(process.record) { await takeCensus(of: process) }
            let pause = Self.pause(after: begin.duration(to: .now), every: interval)
            guard (try? await Task.sleep(for: pause)) != nil else { return }
        }
    }

    /// Returns the time to wait after censuses that took some time.
    static func pause(after cost: Duration, every interval: Duration) -> Duration {
        max(interval - cost, cost * pausesPerCensus)
    }

    /// Returns the heap of a process over time, or `nil` with fewer than two censuses.
    ///
    /// - Parameter last: The last census of the process. One from its end ends the course.
    package func course(of process: HeapStartRecord, until last: HeapCensus) -> HeapCourse? {
        state.withLock { state in
            guard var record = state.records[process] else { return nil }
            if last.reason == .exit || last.reason == .fatalSignal { record.add(last, seconds: seconds) }
            return record.course()
        }
    }

    /// The reason why a census of a running process was not taken, or `nil` if there was none.
    package var failure: Failure? { state.withLock { $0.failure } }

    private var seconds: Double { start.duration(to: .now) / .seconds(1) }

    private func mayRecord(_ process: HeapStartRecord) -> Bool {
        state.withLock { $0.records[process] != nil || $0.records.count < Self.maximumProcesses }
    }

    private func takeCensus(of process: HeapProcess) async {
        do {
            let file = try await process.census(timeout: Self.timeout)
            let moment = seconds
            defer { file.remove() }
            let census = try file.census()
            let resident = process.residentBytes
            state.withLock {
                $0.records[process.record, default: HeapCourseRecord()].add(
                    census, seconds: moment, residentBytes: resident)
            }
        } catch let failure as Failure {
            // A process may end during its census.
            guard process.isRunning else { return }
            state.withLock { $0.failure = $0.failure ?? failure }
        } catch {}
    }
}
