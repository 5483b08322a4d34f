internal import ArgumentParser
internal import OutliveDriver

/// All options of `outlive bench`, which a configuration file takes, too.
struct BenchOptions: ParsableArguments {
    @OptionGroup(title: "The application") var application: ApplicationOptions
    @OptionGroup(title: "What to measure") var measuring: MeasuringOptions
    @OptionGroup(title: "What to look for") var judging: JudgingOptions
    @OptionGroup(title: "The heap") var heap: HeapOptions
    @OptionGroup(title: "What is known") var known: KnownOptions
    @OptionGroup var output: ReportOptions
}

/// All options of `outlive soak`, which a configuration file takes, too.
struct SoakOptions: ParsableArguments {
    @OptionGroup(title: "The application") var application: ApplicationOptions

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many cycles one process goes through.", valueName: "n"))
    var cycles = 10

    @OptionGroup(title: "What to look for") var judging: JudgingOptions
    @OptionGroup(title: "The heap") var heap: HeapOptions
    @OptionGroup(title: "What is known") var known: KnownOptions
    @OptionGroup var output: ReportOptions

    func validate() throws {
        try JudgingOptions.check(cycles, "--cycles")
        guard cycles > 0 else { throw ValidationError("--cycles is 0: nothing would be looked at") }
    }
}

/// Where the reports of a run go.
struct ReportOptions: ParsableArguments {
    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: ArgumentHelp(
            "A report, to a file or else to standard output; repeat for more. \(FormatAndFile.help(ReportRequest.formats))",
            valueName: "format[=file]"), transform: ReportRequest.init(reading:))
    private var reports: [ReportRequest] = []

    /// What is to be written; text, where nothing was asked for.
    var requests: [ReportRequest] { reports.isEmpty ? [.standard] : reports }

    func validate() throws {
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports are to go to \(file.path): name another file for one")
        }
    }
}
