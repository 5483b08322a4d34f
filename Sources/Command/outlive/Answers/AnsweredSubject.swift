internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

/// The subject of a question, once it is read.
enum AnsweredSubject: Sendable {
    case report(Report)
    case snapshot(SnapshotInput)

    /// Reads a report or a snapshot.
    ///
    /// - Throws: `Failure` of one line if the file is neither or cannot be read.
    init(path: String) throws(Failure) {
        if HeapSnapshot.isSnapshot(path) {
            self = .snapshot(try SnapshotInput(path: path, names: Symbolicator()))
        } else {
            self = .report(try Report(readFrom: path))
        }
    }

    /// Reads a report or a snapshot from an open file.
    ///
    /// - Parameter path: The path for messages.
    /// - Throws: `Failure` of one line if the file is neither or cannot be read.
    init(_ file: RegularFile, path: String) throws(Failure) {
        if HeapSnapshot.isSnapshot(file) {
            self = .snapshot(try SnapshotInput(file, path: path, names: Symbolicator()))
        } else {
            self = .report(try Report(readFrom: file, path: path))
        }
    }

    /// Takes a snapshot of a process, which is stopped for some milliseconds.
    ///
    /// - Parameter withMemory: `true` to inspect it from outside, with the use of memory.
    /// - Throws: `Failure` with the reason and the remedy.
    init(process: Int32, withMemory: Bool, limits: InspectionLimits = InspectionLimits(timeout: .seconds(30)))
        async throws
    {
        let taken = try await TakenSnapshot(
            of: .process(process), fromOutside: withMemory, withGraph: true, withMemory: withMemory,
            requiresObjects: !withMemory, limits: limits)
        self = .snapshot(SnapshotInput(try taken.file.snapshot(), path: "\(process)", names: Symbolicator()))
    }
}
