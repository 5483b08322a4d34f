package import OutliveModel

/// A question about a snapshot: the types to report, and how closely.
package struct SnapshotInspection {
    /// The pattern of the types to report, or `nil` for all.
    let pattern: String?
    /// `true` to add leak traces.
    let isTraced: Bool
    /// The number of objects with the largest retained sizes, or `nil` to omit them.
    let top: Int?

    /// The way to group the objects, or `nil` to list only types.
    let grouping: SnapshotGrouping?

    package init(
        pattern: String? = nil, isTraced: Bool = false, top: Int? = nil, grouping: SnapshotGrouping? = nil
    ) {
        (self.pattern, self.isTraced, self.top, self.grouping) = (pattern, isTraced, top, grouping)
    }

    /// Returns the report of a snapshot, without symbols.
    ///
    /// - Parameter earlier: The snapshot to compare with.
    package func report(_ input: SnapshotInput, since earlier: SnapshotInput?) throws(Failure) -> SnapshotReport {
        let snapshot = input.snapshot
        let objects = snapshot.liveObjects(of: types)
        let difference = try difference(from: earlier, to: input)
        var report = listing(input, objects, difference, since: earlier)
        if let top, earlier == nil, !isTraced {
            report.addRetained(input.analysed.retainedSizes, of: objects, in: snapshot, top: top)
            if types == nil { report.memory = HeapCensus(ofRawBlocksIn: snapshot).memoryBySite }
        }
        if let grouping {
            report.groups = input.analysed.groups(of: objects, by: grouping, withRawBlocks: types == nil)
        }
        if types == nil, earlier == nil, !isTraced { report.savings = Savings(snapshot) }
        if isTraced {
            report.traces = (difference?.new ?? objects).traces(in: input.analysed)
            if let note = snapshot.traceNote { report.notes.append(note) }
        }
        return report
    }

    /// Returns the report with the leak traces of the program's objects that no root leads to, without symbols.
    package func lostObjects(_ input: SnapshotInput) -> SnapshotReport {
        var report = listing(input, [], nil, since: nil)
        report.traces = input.snapshot.lostObjects(input.analysed.chains).traces(in: input.analysed)
        return report
    }

    /// Returns the report with the leak traces of what most of the memory gathers in, without symbols.
    package func accumulations(_ input: SnapshotInput) -> SnapshotReport {
        var report = listing(input, [], nil, since: nil)
        report.traces = input.analysed.accumulations().traces(in: input.analysed)
        if let note = input.snapshot.traceNote { report.notes.append(note) }
        return report
    }

    /// Returns the picture of a snapshot, for a page.
    ///
    /// - Parameter earlier: The snapshot to compare with.
    package func picture(_ input: SnapshotInput, since earlier: SnapshotInput?) throws(Failure) -> HeapPicture {
        let snapshot = input.snapshot
        let objects = snapshot.liveObjects(of: types)
        let difference = try difference(from: earlier, to: input)
        var report = listing(input, objects, difference, since: earlier)
        if types == nil {
            report.memory = HeapCensus(ofRawBlocksIn: snapshot).memoryBySite
            report.savings = Savings(snapshot)
        }
        if let note = snapshot.traceNote { report.notes.append(note) }
        var picture = HeapPicture(report, of: input.analysed, objects: objects, since: difference)
        for grouping in SnapshotGrouping.allCases {
            picture.groups[grouping] = input.analysed.groups(of: objects, by: grouping, withRawBlocks: types == nil)
        }
        if !snapshot.tasks.isEmpty { picture.tasks = TaskReport(input.analysed) }
        picture.allocations = snapshot.allocations.map { ($0.sizes, $0.ages) }
        picture.memory = MemoryBreakdown(snapshot).map { MemoryReport(of: $0, target: input.path) }
        return picture
    }

    /// Returns the calls of all blocks with what is new and gone since an earlier snapshot.
    ///
    /// - Throws: `Failure` if the snapshots cannot be compared, or the later one has no allocation stacks.
    package func calls(_ input: SnapshotInput, since earlier: SnapshotInput) throws(Failure) -> PicturedCalls {
        try check(input, isAfter: earlier)
        let names = input.analysed.names
        let difference = SnapshotDifference(from: earlier.snapshot, to: input.snapshot)
        guard
            let calls = NamedStacks(input.snapshot, names: names).calls(input.snapshot, since: difference, names: names)
        else {
            throw Failure(
                .noCensus,
                "\(input.path) has no allocation stacks; start the program with outlive run --census signal -- CMD, and "
                    + "take snapshots with outlive census --graph FILE PID")
        }
        return calls
    }

    private var types: TypePattern? { pattern.map(TypePattern.init) }

    private func difference(
        from earlier: SnapshotInput?, to input: SnapshotInput
    ) throws(Failure) -> SnapshotDifference? {
        guard let earlier else { return nil }
        try check(input, isAfter: earlier)
        return SnapshotDifference(from: earlier.snapshot, to: input.snapshot, of: types)
    }

    /// Returns the facts, the types and the growth of a snapshot, without symbols.
    private func listing(
        _ input: SnapshotInput, _ objects: [LiveObjects], _ difference: SnapshotDifference?,
        since earlier: SnapshotInput?
    ) -> SnapshotReport {
        let snapshot = input.snapshot
        var report = SnapshotReport(
            toolVersion: toolVersion, snapshot: SnapshotFacts(snapshot, file: input.path), pattern: pattern,
            notes: input.analysed.notes)
        var stacks = AllocationStacks(snapshot)
        report.types = objects.map { type in
            SnapshotType(
                type: type.type, objects: type.nodes.count, bytes: type.bytes,
                site: stacks.mostFrequent(of: type.nodes))
        }
        guard let difference, let earlier else { return report }
        let others = earlier.analysed.notes.filter { !report.notes.contains($0) }
        report.notes += others.map { "\(earlier.path): \($0)" }
        report.growth = SnapshotGrowth(
            since: SnapshotFacts(earlier.snapshot, file: earlier.path), types: difference.types)
        return report
    }

    private func check(_ later: SnapshotInput, isAfter earlier: SnapshotInput) throws(Failure) {
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

extension TaskReport {
    /// Creates the report of the tasks in a snapshot with a graph. Looking up names blocks the calling thread.
    ///
    /// - Parameter executable: The path of the executable, or `nil` for that in the snapshot.
    package init(_ analysed: AnalysedSnapshot, executable: String? = nil) {
        let (snapshot, tasks) = (analysed.snapshot, analysed.tasks)
        let executable = executable ?? snapshot.modules.first?.path ?? ""
        self.init(
            toolVersion: OutliveModel.toolVersion, processID: snapshot.header.processID, executable: executable,
            time: Double(snapshot.header.time) / 1e9, reason: snapshot.header.reason,
            pauseSeconds: Double(snapshot.header.pause) / 1e9, groups: tasks.groups, actors: tasks.actors,
            notes: analysed.notes + [tasks.obstacle].compactMap(\.self))
    }
}
