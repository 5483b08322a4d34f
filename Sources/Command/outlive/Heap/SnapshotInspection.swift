internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

struct SnapshotInspection {
    /// The pattern of the types to report, or `nil` for all.
    let pattern: String?
    /// `true` to add leak traces.
    let isTraced: Bool
    /// The number of objects with the largest retained sizes, or `nil` to omit them.
    let top: Int?

    /// Returns the report of a snapshot.
    ///
    /// - Parameter earlier: The snapshot to compare with.
    func report(_ input: SnapshotInput, since earlier: SnapshotInput?) throws -> SnapshotReport {
        let snapshot = input.snapshot
        let objects = LiveObjects(snapshot, of: types)
        let difference = try difference(from: earlier, to: input)
        var report = listing(input, objects, difference, since: earlier)
        if let top, earlier == nil, !isTraced {
            report.addRetained(input.analysed.retainedSizes, of: objects, in: snapshot, top: top)
            if types == nil { report.memory = HeapCensus(snapshot).memoryBySite }
        }
        if isTraced {
            report.traces = (difference?.new ?? objects).types.traces(in: input.analysed)
            if let note = snapshot.traceNote { report.notes.append(note) }
        }
        report.symbolicate(with: input.names)
        return report
    }

    /// Returns the picture of a snapshot, for a page.
    ///
    /// - Parameter earlier: The snapshot to compare with.
    func picture(_ input: SnapshotInput, since earlier: SnapshotInput?) throws -> HeapPicture {
        let snapshot = input.snapshot
        let objects = LiveObjects(snapshot, of: types)
        let difference = try difference(from: earlier, to: input)
        var report = listing(input, objects, difference, since: earlier)
        if types == nil { report.memory = HeapCensus(snapshot).memoryBySite }
        if let note = snapshot.traceNote { report.notes.append(note) }
        var picture = HeapPicture(report, of: input.analysed, objects: objects, since: difference)
        if !snapshot.tasks.isEmpty { picture.tasks = TaskReport(input.analysed) }
        picture.memory = MemoryBreakdown(snapshot).map { MemoryReport(one: $0, of: input.path) }
        return picture
    }

    private var types: TypePattern? { pattern.map(TypePattern.init) }

    private func difference(
        from earlier: SnapshotInput?, to input: SnapshotInput
    ) throws -> SnapshotDifference? {
        guard let earlier else { return nil }
        try check(input, isAfter: earlier)
        return SnapshotDifference(from: earlier.snapshot, to: input.snapshot, of: types)
    }

    /// Returns the facts, the types and the growth of a snapshot, without symbols.
    private func listing(
        _ input: SnapshotInput, _ objects: LiveObjects, _ difference: SnapshotDifference?, since earlier: SnapshotInput?
    ) -> SnapshotReport {
        let snapshot = input.snapshot
        var report = SnapshotReport(
            toolVersion: toolVersion, snapshot: SnapshotFacts(snapshot, file: input.path), pattern: pattern,
            notes: snapshot.notes)
        var stacks = AllocationStacks(snapshot)
        report.types = objects.types.map { type in
            SnapshotType(
                type: type.type, objects: type.nodes.count, bytes: type.bytes,
                site: stacks.mostFrequent(of: type.nodes))
        }
        guard let difference, let earlier else { return report }
        let others = earlier.snapshot.notes.filter { !report.notes.contains($0) }
        report.notes += others.map { "\(earlier.path): \($0)" }
        report.growth = SnapshotGrowth(
            since: SnapshotFacts(earlier.snapshot, file: earlier.path), types: difference.types)
        return report
    }

    private func check(_ later: SnapshotInput, isAfter earlier: SnapshotInput) throws {
        let (one, other) = (later.snapshot.header, earlier.snapshot.header)
        guard one.processID == other.processID else {
            throw Failure(
                .noCensus,
                "\(later.path) is of process \(one.processID), \(earlier.path) of \(other.processID): give two of one"
                    + " process"
            )
        }
        guard one.time >= other.time else {
            throw Failure(
                .noCensus, "\(earlier.path) is the later one: use outlive heap \(earlier.path) --diff \(later.path)")
        }
    }
}

/// A snapshot with its graph, read from a file.
struct SnapshotInput {
    let analysed: AnalysedSnapshot
    let path: String
    let names: Symbolicator
    var snapshot: HeapSnapshot { analysed.snapshot }

    init(_ snapshot: HeapSnapshot, path: String, names: Symbolicator = Symbolicator()) {
        (analysed, self.path, self.names) = (AnalysedSnapshot(snapshot, names: names), path, names)
    }

    /// Reads a snapshot.
    ///
    /// - Throws: `Failure` if the file cannot be read or has no graph.
    init(path: String, names: Symbolicator = Symbolicator()) throws {
        let snapshot: HeapSnapshot
        do throws(HeapSnapshotError) {
            snapshot = try HeapSnapshot(path: path)
        } catch {
            // Errors of the file system name the file, those of the content do not.
            let what = error.offset == nil ? "\(error)" : "\(path) cannot be used: \(error)"
            throw Failure(.noCensus, "\(what); take one with outlive census --graph FILE PID")
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
    /// Returns the explorer page of the snapshot. Without a graph, it has only the use of memory.
    ///
    /// - Parameters:
    ///   - judged: The causes that a run found, or `nil` to find suspects in the snapshot.
    ///   - memory: The use of memory, or `nil` for that in the snapshot.
    ///   - notes: Remarks besides those of the snapshot.
    func page(
        judged: JudgedCauses? = nil, memory: MemoryReport? = nil, notes: [String] = []
    ) throws -> [UInt8] {
        let inspection = SnapshotInspection(pattern: nil, isTraced: false, top: nil)
        var picture = try inspection.picture(self, since: nil)
        picture.judged = judged
        if let memory { picture.memory = memory }
        picture.report.notes += notes
        return HeapExplorer(picture, .ofCheckout()).bytes
    }
}

extension [OutputRequest<HeapFormat>] {
    /// `true` if a page is requested, which needs the graph of all blocks.
    var needGraph: Bool { contains { $0.format == .html } }
}
