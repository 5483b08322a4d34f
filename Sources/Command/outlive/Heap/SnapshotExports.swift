internal import ArgumentParser
internal import Foundation
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

/// A format of `outlive heap --export`.
enum ExportFormat: OutputFormat {
    /// The format of V8, for Chrome's developer tools and memlab.
    case heapsnapshot
    /// A database, for questions in SQL.
    case sqlite
    /// Live blocks by allocation stack.
    case profile(ProfileFormat)
    /// A flame graph of what changed since an earlier snapshot.
    case change(ChangeMeasure)

    static var names: [String] {
        ["heapsnapshot", "sqlite"] + ProfileFormat.names + ChangeMeasure.allCases.map { change($0).name }
    }

    /// `true` if it compares the snapshot with an earlier one.
    var isComparison: Bool { if case .change = self { true } else { false } }

    var name: String {
        switch self {
        case .heapsnapshot: "heapsnapshot"
        case .sqlite: "sqlite"
        case .profile(let format): format.name
        case .change(let measure): "flamegraph-\(measure.rawValue)"
        }
    }

    static func named(_ name: String) -> ExportFormat? {
        switch name {
        case "heapsnapshot": .heapsnapshot
        case "sqlite": .sqlite
        default:
            ProfileFormat.named(name).map(Self.profile)
                ?? ChangeMeasure.allCases.map(Self.change).first { $0.name == name }
        }
    }
}

extension ProfileFormat: OutputFormat {
    static func named(_ name: String) -> ProfileFormat? {
        // Both words are in use for the format of folded stacks.
        name == "collapsed" ? .folded : ProfileFormat(rawValue: name)
    }

    /// The readers of the formats, in the order of `names`.
    static let purposes =
        "pprof (go tool pprof, Parca, Pyroscope), flamegraph (a picture, SVG), speedscope, folded (also called "
        + "collapsed)"
}

extension OutputRequest<ExportFormat> {
    /// Writes a snapshot.
    ///
    /// - Parameters:
    ///   - picture: What profiles show.
    ///   - earlier: The snapshot to compare with, which a comparison needs.
    /// - Returns: `true` if it was written to its target.
    /// - Throws: `Failure` if the snapshots cannot be compared.
    func write(
        _ input: SnapshotInput, _ picture: MeasureOption, since earlier: SnapshotInput?, into sink: ReportSink
    ) throws(Failure) -> Bool {
        switch format {
        case .heapsnapshot:
            let export = DevToolsExport(input.analysed.paths, names: input.analysed.names)
            return sink.put(into: file) { descriptor throws(SystemError) in
                try export.write { piece throws(SystemError) in try writeAll(piece, to: descriptor) }
            }
        case .sqlite:
            return sink.put(input, into: file)
        case .profile(let format):
            let facts = SnapshotFacts(input.snapshot, file: input.path)
            let stacks = input.snapshot.liveStacksByType(names: input.analysed.names)
            var profile = AllocationProfile(stacks, of: facts, sampleBytes: input.snapshot.sampling?.rate)
            picture.apply(to: &profile)
            return sink.check(profile) && sink.put(profile, as: format, into: file)
        case .change(let measure):
            guard let earlier else { return false }
            let graph = FlameGraph(
                try SnapshotInspection().calls(input, since: earlier),
                from: SnapshotFacts(earlier.snapshot, file: earlier.path),
                to: SnapshotFacts(input.snapshot, file: input.path), measure: measure,
                hasAllFrames: picture.hasAllFrames)
            return sink.put(Array(graph.text.utf8), into: file)
        }
    }
}

extension ReportSink {
    /// Returns `true` if a profile has its measure, and prints an error otherwise.
    func check(_ profile: AllocationProfile) -> Bool {
        guard !profile.hasMeasure else { return true }
        printError("only live blocks are known, so there is nothing to export by \(profile.measure.rawValue)")
        return false
    }

    /// Writes a profile.
    ///
    /// - Returns: `true` if it was written to its target.
    func put(_ profile: AllocationProfile, as format: ProfileFormat, into file: ReportFile?) -> Bool {
        do {
            return put(try format.bytes(for: profile), into: file)
        } catch {
            printError("cannot make the \(format.name) export: \(error)")
            return false
        }
    }
}

extension ReportSink {
    /// Writes a snapshot as a database.
    ///
    /// - Returns: `true` if it was written to its target.
    func put(_ input: SnapshotInput, into file: ReportFile?) -> Bool {
        let database: SnapshotDatabase
        do throws(SQLiteError) {
            database = try SnapshotDatabase(input.analysed, path: input.path)
        } catch {
            printError("cannot make the sqlite export: \(error)")
            return false
        }
        return put(into: file) { descriptor throws(SystemError) in
            try database.write { piece throws(SystemError) in try writeAll(piece, to: descriptor) }
        }
    }
}

extension ProfileMeasure: ExpressibleByArgument {}

/// The option for what profiles show.
struct MeasureOption: ParsableArguments {
    @Option(
        name: .customLong("by"),
        help: .init(
            "What exports show: live blocks, or with --allocations all allocated, temporary (released before the next "
                + "allocation of their thread) or those alive at the peak of the heap.", valueName: "measure"))
    var measure = ProfileMeasure.live

    @ArgumentParser.Flag(
        name: .customLong("all-frames"),
        help: "Draw the frames of libraries, thunks and each turn of a recursion in flame graphs, too.")
    var hasAllFrames = false

    func apply(to profile: inout AllocationProfile) {
        profile.measure = measure
        profile.hasAllFrames = hasAllFrames
    }
}

/// The options for exports of a census, which go to files only.
struct ProfileExports: ParsableArguments {
    @Option(
        name: .customLong("export"), parsing: .singleValue,
        help: .init(
            "Export live blocks by allocation stack to a file: \(ProfileFormat.purposes); repeat for more. "
                + "(values: \(ProfileFormat.names.map { "\($0)=FILE" }.joined(separator: ", ")))",
            valueName: "format=file"), transform: OutputRequest.init(reading:))
    var requests: [OutputRequest<ProfileFormat>] = []

    @OptionGroup var by: MeasureOption

    func validate() throws {
        var files: Set<ReportFile> = []
        for request in requests {
            guard let file = request.file else {
                throw ValidationError("--export \(request.format.name) needs a file: add =FILE")
            }
            guard files.insert(file).inserted else {
                throw ValidationError("two exports would be written to \(file.path): name another file for one")
            }
        }
    }

    /// Refuses a measure that the census does not have.
    ///
    /// - Parameters:
    ///   - counts: `true` if all allocations are counted.
    ///   - samples: `true` if they are estimated.
    func check(counts: Bool, samples: Bool) throws {
        let isKnown = by.measure == .live || counts || by.measure != .peak && samples
        guard !isKnown else { return }
        throw ValidationError("--by \(by.measure.rawValue) needs the count of all allocations: add --allocations")
    }

    /// Refuses a file that another output is written to.
    func check(besides others: [ReportFile]) throws {
        for file in requests.compactMap(\.file) where others.contains(where: file.coincides) {
            throw ValidationError("two results would be written to \(file.path): name another file for one")
        }
    }

    /// Prepares the files before any other work.
    ///
    /// - Throws: `ExitCode.failed`, after printing the obstacles.
    func prepare() throws {
        guard Self.sink.check(requests.compactMap(\.file)) else { throw ExitCode.failed }
    }

    private static var sink: ReportSink { ReportSink(standard: STDERR_FILENO, content: .export) }

    /// Adds symbols to the stacks that a report shows or, for an export, to all of them.
    func symbolicate(_ report: inout CensusReport, with names: Symbolicator = Symbolicator()) {
        if requests.isEmpty {
            report.symbolicate(with: names)
        } else {
            report.symbolicate(with: names, types: .max, sites: .max)
        }
    }

    /// Writes the files.
    ///
    /// - Parameter report: The census, with symbols.
    /// - Returns: `true` if all were written.
    func write(_ report: CensusReport) -> Bool {
        guard !requests.isEmpty else { return true }
        var profile = AllocationProfile(report)
        by.apply(to: &profile)
        guard report.processes.isEmpty || Self.sink.check(profile) else { return false }
        return requests.reduce(true) { Self.sink.put(profile, as: $1.format, into: $1.file) && $0 }
    }
}
