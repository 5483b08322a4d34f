internal import ArgumentParser
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

    var details: ReportDetails { ReportDetails(showsKnown: showKnown, sourceURL: sourceURL) }
}

extension SourceURL {
    init(option text: String) throws {
        do throws(Invalid) { try self.init(text) } catch { throw ValidationError(error.description) }
    }
}
