internal import ArgumentParser
internal import OutliveBenchmark
internal import OutliveModel
internal import OutliveReport

/// The options for details of the reports of a run.
struct DetailOptions: ParsableArguments {
    @ArgumentParser.Flag(help: "List known library caches and why they grow (default: print only their number).")
    var showKnown = false

    @Option(
        name: .customLong("source-url"),
        help: .init(
            "Link source lines of the HTML page to an editor or repository: vscode://file/{file}:{line}, "
                + "https://HOST/PATH/{file}#L{line}.", valueName: "template"),
        transform: SourceURL.init(option:))
    var sourceURL: SourceURL?

    @Option(
        help: .init(
            "Show on the HTML page what changed since an earlier run, of --report json=FILE; - is standard input.",
            valueName: "file"))
    var against: String?

    /// The paths of the inputs, where `-` is standard input.
    var inputs: [String] { [against].compactMap(\.self) }

    /// Reads what the options name, and returns the details of reports.
    ///
    /// - Throws: `Failure` of one line if the earlier report cannot be read.
    func read() throws(Failure) -> RequestedDetails {
        let plain = PresentationOptions(showsKnown: showKnown, sourceURL: sourceURL)
        guard let against else { return { _ in plain } }
        let earlier = try Report(readFrom: against)
        return { report in
            var details = plain
            details.comparison = ReportComparison(
                from: (earlier, ComparedReport(earlier, name: against)),
                to: (report, ComparedReport(report, name: "this run")), policy: ComparisonPolicy(failOn: .never),
                toolVersion: toolVersion)
            return details
        }
    }
}

/// A function that returns the details of the report of a run, with the comparison with an earlier one.
typealias RequestedDetails = @Sendable (Report) -> PresentationOptions

extension SourceURL {
    init(option text: String) throws {
        do throws(Invalid) { try self.init(text) } catch { throw ValidationError(error.description) }
    }
}
