internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

/// A guarded process, whose snapshots are kept in a folder with their reports.
struct GuardedTarget: GuardedProcess {
    private static let day = 86_400
    /// The number of causes in a report.
    private static let maximumCauses = 20

    private let process: AttachedProcess
    private let plan: GuardPlan
    private let limits: InspectionLimits
    private let gauge: MemoryGauge
    private let folder: SnapshotFolder
    /// The number of snapshots taken.
    private let count = Lock(0)

    /// Finds the limits of the process, and opens the folder.
    ///
    /// - Throws: `Failure` with the reason and the remedy.
    init(_ process: AttachedProcess, _ plan: GuardPlan, limits: InspectionLimits) throws(Failure) {
        (self.process, self.plan) = (process, plan)
        self.limits = limits.stoppingAtOnce
        // Not only when the memory runs out.
        if let refusal = refusalToInspect(process.processID) {
            throw Failure(.noCensus, "process \(process.processID) (\(process.executable)) \(refusal)")
        }
        gauge = try MemoryGauge(of: process.processID, at: plan.threshold)
        let program = Command(program: process.executable).programName
        folder = try SnapshotFolder(path: plan.folder, program: program)
        guard let reading = gauge.reading() else {
            throw Failure(.noCensus, "the memory of process \(process.processID) cannot be read: has it ended?")
        }
        printError("outlive: \(reading.words); a snapshot is taken \(reading.wordsOfThreshold)")
    }

    /// `true` if a snapshot was taken.
    var hasTaken: Bool { count.withLock { $0 > 0 } }
    var isRunning: Bool { process.isRunning }
    func reading() -> MemoryReading? { gauge.reading() }

    func take(_ reading: MemoryReading) async -> Bool {
        let now = Int(Date().timeIntervalSince1970)
        guard folder.count(since: SnapshotFolder.stamp(secondsSince1970: now - Self.day)) < plan.perDay else {
            printError("outlive: \(reading.words); no snapshot, as --per-day allows \(plan.perDay) in 24 hours")
            return true
        }
        do {
            let stamp = SnapshotFolder.stamp(secondsSince1970: now)
            let (path, snapshot) = try await store(at: stamp)
            count.withLock { $0 += 1 }
            printError("outlive: \(reading.words): \(path)")
            let report = try await onOwnThread { _ in makeReport(on: snapshot, path, reading) }
            let text = try ListingFormat.text.bytes(for: report, limit: Self.maximumCauses)
            let page = try folder.store(text, at: stamp, ending: ".txt")
            // A closed pipe is no reason to lose the next snapshot.
            try? print(text, as: .report)
            await react(to: reading, report, path, page)
            return true
        } catch let failure as Failure {
            printError("outlive: \(failure.message)")
        } catch {
            printError("outlive: \(error)")
        }
        return false
    }

    /// Takes a snapshot and writes it to the folder, before anything else is done with it.
    private func store(at stamp: String) async throws -> (path: String, HeapSnapshot) {
        let taken = try await TakenSnapshot(
            of: .process(process.processID), fromOutside: true, withGraph: true,
            requiresObjects: false, limits: limits)
        folder.makeRoom(keeping: plan.kept)
        let path = try folder.store(
            try taken.file.bytes(), at: stamp, ending: SnapshotFolder.snapshotEnding)
        return (path, try taken.file.snapshot())
    }

    private func makeReport(on snapshot: HeapSnapshot, _ path: String, _ reading: MemoryReading) -> SnapshotReport {
        var report = SnapshotInspection().accumulations(
            SnapshotInput(snapshot, path: path, names: Symbolicator()))
        report.notes.insert(reading.words, at: 0)
        report.symbolicate(with: Symbolicator())
        return report
    }

    /// Runs the command of the user. Its failure is only reported.
    private func react(to reading: MemoryReading, _ report: SnapshotReport, _ path: String, _ page: String) async {
        guard var command = plan.reaction else { return }
        command.arguments += [path, page]
        var variables = [
            "OUTLIVE_MEMORY_PID": "\(process.processID)", "OUTLIVE_MEMORY_USED": "\(reading.used)",
            "OUTLIVE_MEMORY_OF": reading.owner,
        ]
        variables["OUTLIVE_MEMORY_LIMIT"] = reading.limit.map { "\($0)" }
        variables["OUTLIVE_MEMORY_CAUSE"] = report.causes.first?.title.onOneLine()
        do {
            try await command.react(with: variables, within: limits.timeout)
        } catch {
            printError("outlive: --exec: \((error as? Failure)?.message ?? "\(error)")")
        }
    }
}

extension InspectionLimits {
    /// The limits for a process that would be killed while memory for its copy is provided.
    fileprivate var stoppingAtOnce: InspectionLimits {
        var limits = self
        limits.stopsAtOnce = true
        return limits
    }
}
