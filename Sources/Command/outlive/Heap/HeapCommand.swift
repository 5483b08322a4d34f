internal import ArgumentParser
internal import Foundation
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

struct HeapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heap",
        abstract: "Shows the contents of a heap snapshot and the leak traces of its objects.",
        usage: "outlive heap <file|pid|core> [<options>]",
        discussion: """
            Take a snapshot with 'outlive census --graph FILE PID', or give a process ID or a core file. On a terminal \
            and without options, the heap is browsed: arrow keys, Enter for leak traces, / to search. --report text prints them instead. Exit codes: 0 \
            done, 3 the snapshot cannot be used or a result cannot be written, 64 wrong usage.

            Examples:

              # Browse a snapshot
              outlive heap now.heap
              # Show what keeps the objects of a type alive
              outlive heap now.heap --type Session --trace
              # Write a page with pictures, to open in a browser
              outlive heap now.heap --report html=heap.html
              # Show one object with all references, and of a process with its values
              outlive heap --object 0x7f12a0 4711
            """)

    @Option(
        help: .init(
            "Only types with this name, or with a name that ends in it after a dot; * stands for any characters.",
            valueName: "name"))
    var type: String?

    @ArgumentParser.Flag(help: "Show the leak traces of the objects of --type, or of the new objects since --diff.")
    var trace = false

    @Option(
        defaultAsFlag: 20, parsing: .next,
        help: .init(
            "List this many types and single objects with the largest retained size; also the number of lines of "
                + "other tables.", valueName: "n"))
    var top: Int? = nil

    @Option(
        help: .init(
            "Add up the objects by module, package or generic type, with the memory that each keeps alive.",
            valueName: "what"))
    var group: SnapshotGrouping?

    @Option(
        name: .customLong("diff"),
        help: .init(
            "List the objects created and freed since this earlier snapshot of the process.", valueName: "file"))
    var earlier: String?

    @Option(
        name: .customLong("export"), parsing: .singleValue,
        help: .init(
            "Export the snapshot for other tools, to a file or standard output: heapsnapshot (Chrome's developer "
                + "tools, memlab), sqlite (a database for questions in SQL), or live blocks by allocation stack: \(ProfileFormat.purposes), or with --diff what changed: flamegraph-net, -new, -gone; repeat for more. "
                + "(values: \(OutputRequest<ExportFormat>.forms))",
            valueName: "format[=file]"), transform: OutputRequest.init(reading:))
    var exports: [OutputRequest<ExportFormat>] = []
    @OptionGroup var by: MeasureOption
    @OptionGroup var inspected: ObjectOptions
    @OptionGroup var reading: TargetOptions
    @OptionGroup var output: ReportOptions<HeapFormat>

    /// Unexpected arguments, among them a value of `--top` that is not a number.
    @Argument(help: .hidden)
    var others: [String] = []

    func validate() throws {
        guard type != "" else { throw ValidationError("--type is empty: name a type") }
        guard !trace || type != nil || earlier != nil else {
            throw ValidationError("--trace needs objects: add --type, or --diff for new ones")
        }
        guard (top ?? 1) > 0 else { throw ValidationError("--top is \(top ?? 0): give 1 or more") }
        let asked: [(option: String, isGiven: Bool)] = [
            ("--trace", trace), ("--type", type != nil), ("--top", top != nil), ("--diff", earlier != nil),
            ("--group", group != nil),
        ]
        guard group == nil || (!trace && earlier == nil) else {
            throw ValidationError("--group adds up live objects: remove \(trace ? "--trace" : "--diff")")
        }
        try inspected.check(besides: asked + [("--export", !exports.isEmpty)], output.reports)
        try reading.check()
        let comparison = exports.first { $0.format.isComparison }
        if let comparison, earlier == nil {
            throw ValidationError("--export \(comparison.format.name) compares two snapshots: add --diff EARLIER")
        }
        let used = comparison == nil ? asked : asked.filter { $0.option != "--diff" }
        if !exports.isEmpty, output.reports.isEmpty, let option = used.first(where: \.isGiven)?.option {
            throw ValidationError("--export writes the whole snapshot: add --report text for \(option), or remove it")
        }
        try validateTargets()
    }

    /// Refuses output files that coincide with each other or with an input.
    private func validateTargets() throws {
        let targets = exports.map(\.file) + output.reports.map(\.file)
        guard targets.count(where: { $0 == nil }) < 2 else {
            throw ValidationError("two results would be written to standard output: name a file for one, FORMAT=FILE")
        }
        let files = targets.compactMap(\.self)
        for (index, file) in files.enumerated() {
            guard !files[..<index].contains(where: file.coincides) else {
                throw ValidationError("two results would be written to \(file.path): name another file for one")
            }
            for snapshot in [reading.target.name, earlier].compactMap(\.self) where file.isSame(as: snapshot) {
                throw ValidationError("\(file.path) is the snapshot \(snapshot) itself: name another file")
            }
        }
    }

    /// `true` if nothing but the snapshots was given, on a terminal.
    private var isBrowsed: Bool {
        exports.isEmpty && output.reports.isEmpty && type == nil && top == nil && group == nil
            && inspected.object == nil && TerminalScreen.isAvailable
    }

    func run() async throws {
        // This check comes last, because errors of options take precedence.
        if let other = others.first {
            let hint = top == nil ? "" : "; --top takes a number from 1"
            throw ValidationError("Unexpected argument '\(other)'\(hint)")
        }
        // An export alone suppresses the default report.
        let requests = exports.isEmpty ? output.requests : output.reports
        // Beside an export on standard output, the text in place of a report goes to standard error.
        let isExported = exports.contains { $0.file == nil }
        let writer = try ReportWriter(requests, standard: isExported ? STDERR_FILENO : STDOUT_FILENO)
        let sink = ReportSink(standard: STDOUT_FILENO, content: .export)
        guard sink.check(exports.compactMap(\.file)) else { throw ExitCode.failed }
        let symbolicator = reading.names
        var good = true
        let input = HeapInput(
            target: reading.target, fromOutside: reading.attach, withContents: inspected.object != nil,
            root: reading.sysroot, limits: reading.limits)
        if isBrowsed { return try await browse(input, since: earlier, names: symbolicator) }
        let snapshot = try await input.read(names: symbolicator)
        if let object = inspected.object {
            guard try inspected.write(object, in: snapshot, with: writer) else { throw ExitCode.failed }
            return
        }
        writer.warn(snapshot.analysed.namesNote)
        let previous = try earlier.map { try SnapshotInput(path: $0, names: symbolicator) }
        for export in exports { good = try export.write(snapshot, by, since: previous, into: sink) && good }
        if !requests.isEmpty {
            let inspection = SnapshotInspection(pattern: type, isTraced: trace, top: top, grouping: group)
            // A page has a report of its own.
            let listing = try inspection.listing(
                snapshot, since: previous, for: requests, names: symbolicator)
            let limit = top ?? 20
            good =
                writer.write { request, style in
                    switch request.format {
                    case .listing(let format):
                        try listing.map {
                            try format.bytes(for: $0, style: style, limit: request.file == nil ? limit : nil)
                        } ?? []
                    case .html: try inspection.picture(snapshot, since: previous).page
                    }
                } && good
        }
        guard good else { throw ExitCode.failed }
    }
}

extension SnapshotInspection {
    /// Returns the report with symbols, or `nil` if only pages are requested, which have one of their own.
    fileprivate func listing(
        _ input: SnapshotInput, since earlier: SnapshotInput?, for requests: [OutputRequest<HeapFormat>],
        names: Symbolicator
    ) throws(Failure) -> SnapshotReport? {
        guard requests.contains(where: { $0.format != .html }) else { return nil }
        var report = try report(input, since: earlier)
        report.symbolicate(with: names)
        return report
    }
}

extension HeapPicture {
    /// The page to explore the heap in a browser, with source lines of the checkout.
    var page: [UInt8] { HeapExplorer(self, PresentationOptions().ofCheckout).bytes }
}

extension HeapPicture {
    /// The page with an inspector of single objects, for the server of `outlive explore`.
    var servedPage: [UInt8] { HeapExplorer(self, PresentationOptions().ofCheckout).servedBytes }
}

extension [OutputRequest<HeapFormat>] {
    /// `true` if a page is requested, which needs the graph of all blocks.
    var needGraph: Bool { contains { $0.format == .html } }
}

extension SnapshotGrouping: ExpressibleByArgument {}
