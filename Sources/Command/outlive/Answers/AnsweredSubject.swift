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

    /// Takes a snapshot of a process, which is stopped for some milliseconds, or of a core file.
    ///
    /// - Parameters:
    ///   - withMemory: `true` to inspect it from outside, with the use of memory.
    ///   - root: The directory below which the files lie that a core file names, or `nil` for the root directory.
    ///   - names: The names of functions.
    /// - Throws: `Failure` with the reason and the remedy.
    init(
        inspecting target: InspectedTarget, withMemory: Bool, root: String? = nil,
        limits: InspectionLimits = InspectionLimits(timeout: .seconds(30)), names: Symbolicator = Symbolicator()
    ) async throws {
        let taken = try await TakenSnapshot(
            of: target, fromOutside: withMemory, root: root, withGraph: true, withMemory: withMemory,
            requiresObjects: !withMemory, limits: limits)
        self = .snapshot(SnapshotInput(try taken.file.snapshot(), path: target.name, names: names))
    }
}
