internal import ArgumentParser
internal import OutliveDriver

/// The options of `outlive bench`, on the command line and in an options file.
struct BenchOptions: ParsableArguments {
    @OptionGroup(title: "Application") var application: ApplicationOptions
    @OptionGroup(title: "Measuring") var measuring: MeasuringOptions
    @OptionGroup(title: "Judging") var judging: JudgingOptions
    @OptionGroup(title: "Heap") var heap: HeapOptions
    @OptionGroup(title: "Known leaks") var known: KnownOptions
    @OptionGroup var output: ReportOptions
}

/// The options of `outlive soak`, on the command line and in an options file.
struct SoakOptions: ParsableArguments {
    @OptionGroup(title: "Application") var application: ApplicationOptions

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Number of cycles in one process.", valueName: "n"))
    var cycles = 10

    @OptionGroup(title: "Judging") var judging: JudgingOptions
    @OptionGroup(title: "Heap") var heap: HeapOptions
    @OptionGroup(title: "Known leaks") var known: KnownOptions
    @OptionGroup var output: ReportOptions

    func validate() throws {
        try JudgingOptions.check(cycles, "--cycles")
        guard cycles > 0 else { throw ValidationError("--cycles is 0: give 1 or more") }
    }
}

/// The options for the output of a run.
struct ReportOptions: ParsableArguments {
    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: ArgumentHelp(
            "A report, to a file or standard output; repeat for more. \(FormatAndFile.help(ReportRequest.formats))",
            valueName: "format[=file]"), transform: ReportRequest.init(reading:))
    private var reports: [ReportRequest] = []

    /// The requested reports, by default text on standard output.
    var requests: [ReportRequest] { reports.isEmpty ? [.standard] : reports }

    func validate() throws {
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports would be written to \(file.path): name another file for one")
        }
    }
}
