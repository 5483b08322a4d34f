internal import ArgumentParser
internal import OutliveDriver

/// All options of `outlive bench`, which a configuration file takes, too.
struct BenchOptions: ParsableArguments {
    @OptionGroup(title: "The application") var application: ApplicationOptions
    @OptionGroup(title: "What to measure") var measuring: MeasuringOptions

    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: ArgumentHelp(
            "A report, to a file or else to standard output; repeat for more.", valueName: "format[=file]"))
    var reports: [ReportRequest] = []

    func validate() throws {
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports are to go to \(file.path): name another file for one")
        }
    }
}
