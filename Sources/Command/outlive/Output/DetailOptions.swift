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

    /// Reads what the options name.
    ///
    /// - Throws: `Failure` of one line if the earlier report cannot be read.
    func read() throws(Failure) -> RequestedDetails {
        var earlier: (Report, String)?
        if let against { earlier = (try Report(readFrom: against), against) }
        return RequestedDetails(showsKnown: showKnown, sourceURL: sourceURL, earlier: earlier)
    }
}

/// The details that the reports of a run show, with an earlier report to compare them with.
struct RequestedDetails: Sendable {
    let showsKnown: Bool
    let sourceURL: SourceURL?
    let earlier: (report: Report, name: String)?

    /// Returns the details of a report.
    func of(_ report: Report) -> PresentationOptions {
        let comparison = earlier.map { earlier in
            ReportComparison(
                from: (earlier.report, ComparedReport(earlier.report, name: earlier.name)),
                to: (report, ComparedReport(report, name: "this run")), policy: ComparisonPolicy(failOn: .never),
                toolVersion: toolVersion)
        }
        return PresentationOptions(showsKnown: showsKnown, sourceURL: sourceURL, comparison: comparison)
    }
}

extension SourceURL {
    init(option text: String) throws {
        do throws(Invalid) { try self.init(text) } catch { throw ValidationError(error.description) }
    }
}
