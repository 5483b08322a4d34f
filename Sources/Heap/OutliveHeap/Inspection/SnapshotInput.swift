package import OutliveModel
package import OutliveSupport

/// A snapshot with its graph, read from a file.
package struct SnapshotInput: Sendable {
    package let analysed: AnalysedSnapshot
    /// The path of the file, or the name of the program, for people.
    package let path: String
    package var snapshot: HeapSnapshot { analysed.snapshot }

    package init(_ snapshot: HeapSnapshot, path: String, names: any AddressNames) {
        (analysed, self.path) = (AnalysedSnapshot(snapshot, names: names), path)
    }

    /// Reads a snapshot.
    ///
    /// - Throws: `Failure` if the file cannot be read or has no graph.
    package init(path: String, names: any AddressNames) throws(Failure) {
        let file: RegularFile
        do { file = try RegularFile(path: path) } catch { throw Self.unusable("\(error)") }
        try self.init(file, path: path, names: names)
    }

    private static func unusable(_ reason: String) -> Failure {
        Failure(.noCensus, "\(reason); take one with outlive census --graph FILE PID")
    }

    /// Reads a snapshot in an open file.
    ///
    /// - Parameter path: The path for messages.
    /// - Throws: `Failure` if the file cannot be read or has no graph.
    package init(_ file: RegularFile, path: String, names: any AddressNames) throws(Failure) {
        let snapshot: HeapSnapshot
        do throws(HeapSnapshotError) {
            snapshot = try HeapSnapshot(file, path: path)
        } catch {
            // Errors of the file system name the file, errors of the content do not.
            throw Self.unusable(error.offset == nil ? "\(error)" : "\(path) cannot be used: \(error)")
        }
        guard snapshot.sampling == nil else {
            throw Failure(
                .noCensus,
                "\(path) is the census of a sampled process, which has no graph; run the program without --sample or "
                    + "OUTLIVE_HEAP_SAMPLE, or list the census with outlive census PID")
        }
        guard snapshot.header.hasGraph else {
            throw Failure(
                .noCensus, "\(path) is a census without the graph; take one with outlive census --graph FILE PID")
        }
        self.init(snapshot, path: path, names: names)
    }
}

extension SnapshotInput {
    /// Returns the picture of the snapshot, for a page. Without a graph, it has only the use of memory.
    ///
    /// - Parameters:
    ///   - judged: The causes that a run found, or `nil` to find suspects in the snapshot.
    ///   - memory: The use of memory, or `nil` for the snapshot's own.
    ///   - course: The heap until the snapshot, or `nil` if no run recorded it.
    ///   - notes: Remarks besides the snapshot's own.
    package func picture(
        judged: (causes: [Cause], cycles: Int)? = nil, memory: MemoryReport? = nil, course: HeapCourse? = nil,
        notes: [String] = []
    ) throws(Failure) -> HeapPicture {
        var picture = try SnapshotInspection().picture(self, since: nil)
        (picture.judged, picture.course) = (judged, course)
        if let memory { picture.memory = memory }
        picture.report.notes += notes
        return picture
    }
}
