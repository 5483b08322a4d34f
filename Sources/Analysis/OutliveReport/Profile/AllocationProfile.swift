package import OutliveModel

/// The blocks of one or more processes by allocation stack, as the formats of profiles show them.
package struct AllocationProfile: Hashable, Sendable {
    /// The stacks with blocks; the last ones can be without frames.
    package let stacks: [LiveStack]
    /// The heading, such as `note-service (process 24999)`.
    package let title: String
    /// The path of the executable, or `nil` if it is unknown.
    package let program: String?
    /// The time of the census in nanoseconds since 1970, or 0 if it is unknown.
    package let nanoseconds: UInt64
    /// The mean distance of samples in allocated bytes, or `nil` if every block was counted.
    package let sampleBytes: Int?
    /// The blocks that the pictures show; the format of pprof has all that are known.
    package var measure = ProfileMeasure.live
    /// The place of blocks without a stack in the formats of stacks: no captured frame has its module and address.
    static let frameOfNoStack = Frame(
        module: "", buildID: nil, offset: 0, symbols: [Symbol(function: AllocationProfile.noStack)])
    /// `true` if the picture has the frames of libraries, thunks and each turn of a recursion.
    package var hasAllFrames = false
    /// The name that stands for the frames of blocks without a stack.
    static let noStack = "(stack not captured)"

    package init(
        _ stacks: [LiveStack], title: String, program: String? = nil, nanoseconds: UInt64 = 0, sampleBytes: Int? = nil
    ) {
        self.stacks = stacks.filter { !$0.isEmpty }
        self.sampleBytes = sampleBytes
        self.title = title
        self.program = program
        self.nanoseconds = nanoseconds
    }

    /// `true` if the measure is known of any stack.
    package var hasMeasure: Bool {
        switch measure {
        case .live: true
        case .allocated: stacks.contains { $0.allocated != nil }
        case .temporary: stacks.contains { $0.temporary != nil }
        case .peak: stacks.contains { $0.peak != nil }
        }
    }

    /// The stacks with blocks of the measure, with their numbers and bytes in place of the live blocks'.
    var measuredStacks: [LiveStack] {
        guard measure != .live else { return stacks }
        return stacks.compactMap { stack in
            let amount = measure.amount(of: stack)
            let measured = LiveStack(
                stack.backtrace, type: stack.type, objects: amount.objects, bytes: amount.bytes)
            return measured.isEmpty ? nil : measured
        }
    }

    /// Creates the profile of a snapshot.
    ///
    /// - Parameters:
    ///   - stacks: The blocks of the snapshot.
    ///   - sampleBytes: The mean distance of samples, or `nil` if every block was counted.
    package init(_ stacks: [LiveStack], of snapshot: SnapshotFacts, sampleBytes: Int?) {
        self.init(
            stacks, title: snapshot.title,
            program: snapshot.executable.isEmpty ? nil : snapshot.executable,
            nanoseconds: UInt64(exactly: (snapshot.time * 1e9).rounded()) ?? 0, sampleBytes: sampleBytes)
    }

    /// Creates the profile of all processes of a report, with symbols if the report has them.
    package init(_ report: CensusReport) {
        let names = report.processes.map { process in
            "\(process.executable.split(separator: "/").last ?? "a process") (process \(process.processID))"
        }
        let others = names.count > 1 ? " and \(counted(names.count - 1, "other process", "other processes"))" : ""
        self.init(
            report.processes.flatMap(\.census.liveStacks), title: (names.first ?? "no process") + others,
            program: report.processes.first?.executable,
            sampleBytes: report.processes.lazy.compactMap(\.census.sampling?.rate).first)
    }
}

/// A format of live blocks by allocation stack, by its name on the command line.
package enum ProfileFormat: String, CaseIterable, Sendable {
    case pprof, flamegraph, speedscope, folded

    package func bytes(for profile: AllocationProfile) throws -> [UInt8] {
        switch self {
        case .pprof: gzipFile(compressing: profile.pprofMessage)
        case .flamegraph: Array(FlameGraph(profile).text.utf8)
        case .speedscope: try profile.speedscopeFile()
        case .folded: profile.foldedText
        }
    }
}
