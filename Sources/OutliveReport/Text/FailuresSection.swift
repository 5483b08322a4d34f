internal import OutliveModel

extension Page {
    /// How many lines at the end of an application's output are shown.
    private static let outputLines = 15

    /// What went wrong, each with the end of what the application printed.
    mutating func writeFailures(_ failures: [Failure]) {
        guard !failures.isEmpty else { return }
        title(counted(failures.count, "failure"), .badStrong)
        for failure in failures {
            paragraph("\(failure.code.words): \(oneLine(failure.message))", indent: 2, hanging: 2, ink: .bad)
            writeOutput(failure.output ?? "")
        }
    }

    /// The end of what the application printed.
    mutating func writeOutput(_ output: String) {
        var lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        guard !lines.isEmpty else { return }
        line(indent: 4, Span("the application printed last:", .faint))
        for text in lines.suffix(Self.outputLines) { line(indent: 4, Span("| ", .faint), Span(String(text))) }
    }
}
