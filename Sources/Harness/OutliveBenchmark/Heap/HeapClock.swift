internal import FoundationEssentials
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

    private struct Recorded {
        var course = HeapCourseRecord()
        var last: HeapCensus
    }

    private struct State {
        var records: [HeapStartRecord: Recorded] = [:]
        var leftOut: Set<HeapStartRecord> = []
        var failure: Failure?
    }

    private let run: HeapRun
    private let interval: Duration
    private let start = ContinuousClock.now
    /// The time of the start in seconds since 1970.
    private let startedAt = Date().timeIntervalSince1970
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
            // A stopped process would let all others wait.
            for process in (try? run.served()) ?? [] where !process.isStopped && mayRecord(process.record) {
                await takeCensus(of: process)
            }
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
    /// - Parameters:
    ///   - last: The last census of the process. One from its end ends the course.
    ///   - time: The time of that census in seconds since 1970.
    package func course(of process: HeapStartRecord, until last: HeapCensus, at time: Double) -> HeapCourse? {
        state.withLock { state in
            guard var record = state.records[process]?.course else { return nil }
            if last.reason == .exit || last.reason == .fatalSignal {
                record.add(last, seconds: max(0, time - startedAt))
            }
            return record.course()
        }
    }

    /// Returns the last census of a process that left none at its end, with its heap over time, or `nil` without any.
    package func last(of process: HeapStartRecord) -> (census: HeapCensus, course: HeapCourse?)? {
        state.withLock { state in state.records[process].map { ($0.last, $0.course.course()) } }
    }

    /// The number of processes that were not recorded, because there were too many.
    package var leftOut: Int { state.withLock { $0.leftOut.count } }

    /// The reason why a census of a running process was not taken, or `nil` if there was none.
    package var failure: Failure? { state.withLock { $0.failure } }

    private var seconds: Double { start.duration(to: .now) / .seconds(1) }

    private func mayRecord(_ process: HeapStartRecord) -> Bool {
        state.withLock {
            if $0.records[process] != nil || $0.records.count < Self.maximumProcesses { return true }
            $0.leftOut.insert(process)
            return false
        }
    }

    private func takeCensus(of process: HeapProcess) async {
        do {
            let file = try await process.census(timeout: Self.timeout)
            let moment = seconds
            defer { file.remove() }
            let census = try file.census()
            let resident = process.residentBytes
            state.withLock {
                var recorded = $0.records[process.record] ?? Recorded(last: census)
                recorded.course.add(census, seconds: moment, residentBytes: resident)
                recorded.last = census
                $0.records[process.record] = recorded
            }
        } catch let failure as Failure {
            // A process may end during its census.
            guard process.isRunning else { return }
            state.withLock { $0.failure = $0.failure ?? failure }
        } catch {}
    }
}
