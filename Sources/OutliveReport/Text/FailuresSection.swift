internal import OutliveModel

extension Page {
    /// The number of lines of an output that are shown.
    private static let outputLines = 15

    /// What went wrong, each with what was printed.
    mutating func writeFailures(_ failures: [Failure]) {
        guard !failures.isEmpty else { return }
        title(counted(failures.count, "failure"), .badStrong)
        for failure in failures {
            paragraph("\(failure.code.words): \(oneLine(failure.message))", indent: 2, hanging: 2, ink: .bad)
            writeOutput(of: failure)
        }
    }

    /// The end of what was printed, or the reason of a trap and what follows it.
    mutating func writeOutput(of failure: Failure) {
        let lines = failure.outputLines(atMost: Self.outputLines)
        guard !lines.isEmpty else { return }
        line(indent: 4, Span("\(failure.outputInWords):", .faint))
        for text in lines { line(indent: 4, Span("| ", .faint), Span(String(text))) }
    }
}
