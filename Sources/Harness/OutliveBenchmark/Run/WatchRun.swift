internal import FoundationEssentials
package import OutliveDriver
internal import OutliveHeap
package import OutliveModel

/// Several snapshots of a running process, judged for growth like the cycles of a soak.
///
/// The time between two snapshots is a cycle. The first snapshot takes the place of that after a launch.
package struct WatchRun: Sendable {
    /// The number of consecutive failed snapshots that ends the watch.
    private static let maximumFailures = 3
    private let plan: Plan
    private let attachment: Attachment
    private let process: any WatchedProcess
    private let toolVersion: String
    private let evidence: EvidenceRequest?
    private let hasLeak: (@Sendable (Report) -> Bool)?
    private let readCensus: CensusReader?
    private let observe: (@Sendable (WatchLook) -> Void)?
    private let snapshots = AttachedSnapshots()

    /// Creates a watch that has not started.
    ///
    /// - Parameters:
    ///   - plan: The plan; with a soak of 0 cycles the watch continues until it is cancelled or the process ends.
    ///   - hasLeak: Returns `true` if a report has a leak that is not known, after its evidence was received. By
    ///     default only growth that is a leak whatever holds it ends a watch until growth.
    ///   - readCensus: The reader of snapshots, by default one that assigns births by address.
    ///   - observe: Receives the figures after each snapshot.
    package init(
        plan: Plan, attachment: Attachment, process: any WatchedProcess, toolVersion: String,
        evidence: EvidenceRequest? = nil, hasLeak: (@Sendable (Report) -> Bool)? = nil,
        readCensus: CensusReader? = nil, observe: (@Sendable (WatchLook) -> Void)? = nil
    ) {
        (self.attachment, self.process, self.toolVersion) = (attachment, process, toolVersion)
        var plan = plan
        plan.attachment = attachment
        self.plan = plan
        self.evidence = evidence
        self.hasLeak = hasLeak
        self.readCensus = readCensus
        self.observe = observe
    }

    /// Watches the process, and returns a report of all snapshots, even of a watch that failed.
    ///
    /// Errors become failures of the report; cancellation of the task marks it as interrupted. The end of the process
    /// is a failure only if it leaves too few cycles.
    ///
    /// - Parameter progress: receives the number of completed cycles after each snapshot.
    package func run(progress: @escaping @Sendable (Int) -> Void = { _ in }) async -> Report {
        var course = Course(warmup: plan.warmup, startedAt: Date.ISO8601FormatStyle().format(Date()))
        let began = SuspendingClock.now
        do {
            try await watch(&course, progress)
        } catch is ProcessEnded {
            course.hasEnded = true
        } catch let failure as Failure {
            course.failure = failure
        } catch {
            course.isInterrupted = true
        }
        var report = report(of: course)
        report.seconds = began.duration(to: .now) / .seconds(1)
        return report
    }

    /// Returns the report of the snapshots so far, after delivering the evidence.
    private func report(of course: Course) -> Report {
        var report = Report(toolVersion: toolVersion, startedAt: course.startedAt, machine: .current, plan: plan)
        report.host = Machine.hostName
        report.isolation = .oneAtATime
        report.failures += [course.failure].compactMap(\.self)
        report.interrupted = course.isInterrupted
        report.plan.heapFrames = course.frames
        report.soak = course.cycles
        report.notes = (snapshots.latest?.notes ?? []) + course.notes
        let omission = omission(course)
        report.take(course.heap, omission: omission)
        report.memory = snapshots.memory(report.findings, warmup: max(plan.warmup, 1))
        if !course.heap.isOn, course.hasEnded, let omission { report.failures.append(omission) }
        if course.hasEnded, omission == nil {
            report.notes.append(
                "process \(process.processID) ended after \(course.cycles.count) cycles, which are judged")
        }
        if let failure = receiveEvidence(course) {
            report.notes.append("the holders of the survivors are unknown: \(failure.message)")
        }
        report.analyse()
        report.refuseUnjudgedGrowth()
        return report
    }

    private func watch(_ course: inout Course, _ progress: @Sendable (Int) -> Void) async throws {
        let first = try await census(&course)
        course.launched(first, frames: snapshots.framesPerStack)
        progress(0)
        if observe != nil { report(first, course, await process.vitals()) }
        var failed = 0
        while plan.soak == 0 || course.cycles.count < plan.soak {
            try await process.wait(for: .seconds(attachment.everySeconds))
            do {
                let census = try await census(&course)
                let vitals = await process.vitals()
                course.cycleEnded(census, vitals: vitals)
                report(census, course, vitals)
                failed = 0
            } catch let failure as Failure {
                failed += 1
                guard failed < Self.maximumFailures else { throw failure }
                course.notes.append("an inspection after cycle \(course.cycles.count) failed: \(failure.message)")
                continue
            }
            progress(course.cycles.count)
            if attachment.untilGrowth, omission(course) == nil, grows(course) { return }
        }
    }

    /// Returns `true` if the growth so far is a leak. For some growth the references that hold it decide.
    private func grows(_ course: Course) -> Bool {
        guard let hasLeak else { return course.heap.presentGrows }
        return course.heap.presentMayLeak && hasLeak(report(of: course))
    }

    private func report(_ census: HeapCensus, _ course: Course, _ vitals: Vitals?) {
        guard let observe else { return }
        var look = WatchLook(
            processID: process.processID, executable: process.executable, cycles: course.cycles.count,
            heap: HeapCycle(census, cycle: course.cycles.count), vitals: vitals, memory: snapshots.look,
            grows: omission(course) == nil ? course.heap.presentGrows : nil)
        look.course = course.heap.presentCourse(types: WatchLook.maximumTypes)
        look.types = census.largestTypes(WatchLook.maximumTypes)
        look.tasks = census.rows.reduce(0) { $0 + ($1.type.kind == .task && $1.state == .alive ? $1.count : 0) }
        observe(look)
    }

    private func census(_ course: inout Course) async throws -> HeapCensus {
        let file = try await process.snapshot()
        let census = try readCensus?(file) ?? snapshots.census(of: file, endingCycle: true)
        course.file = file
        return census
    }

    /// Returns the failure of a watch with too few cycles to judge growth.
    private func omission(_ course: Course) -> Failure? {
        let (count, minimum) = (course.cycles.count, HeapSummary.minimumCycles(warmup: plan.warmup))
        guard count < minimum else { return nil }
        let found = "\(count) of the \(minimum) cycles that growth is judged from"
        return course.hasEnded
            ? Failure(.died, "process \(process.processID) ended after \(found): watch it earlier, or more often")
            : Failure(.noTrend, "growth of the heap cannot be judged: there are \(found): raise --times")
    }

    /// Delivers the last snapshot, if the heap may have grown.
    ///
    /// - Returns: the reason why there is no evidence.
    private func receiveEvidence(_ course: Course) -> Failure? {
        guard let evidence, let file = course.file, evidence.always || course.heap.presentMayLeak else { return nil }
        do throws(Failure) {
            try evidence.receive(HeapEvidence(file: file, addresses: [:], attached: snapshots.latest))
            return nil
        } catch {
            return error
        }
    }
}

extension WatchRun {
    /// The snapshots so far.
    private struct Course {
        let warmup: Int
        let startedAt: String
        /// The number of captured frames for each allocation, or `nil` before the first snapshot.
        private(set) var frames: Int?
        private(set) var heap: HeapWatch
        private(set) var cycles: [SoakCycle] = []
        /// The last snapshot.
        var file: HeapFile?
        var notes: [String] = []
        var hasEnded = false
        var failure: Failure?
        var isInterrupted = false

        init(warmup: Int, startedAt: String) {
            (self.warmup, self.startedAt) = (warmup, startedAt)
            heap = HeapWatch(frames: nil, warmup: warmup, births: .byAddress)
        }

        mutating func launched(_ census: HeapCensus, frames: Int) {
            self.frames = frames
            heap = HeapWatch(frames: frames, warmup: warmup, births: .byAddress)
            heap.launched(census)
        }

        mutating func cycleEnded(_ census: HeapCensus, vitals: Vitals?) {
            heap.cycleEnded(census, residentBytes: vitals?.residentBytes)
            cycles.append(SoakCycle(cycle: cycles.count + 1, seconds: nil, vitals: vitals))
        }
    }
}
