internal import OutliveModel

extension Page {
    private static let outputLines = 15

    /// Writes the failures, each with its output.
    mutating func writeFailures(_ failures: [Failure]) {
        guard !failures.isEmpty else { return }
        title(counted(failures.count, "failure"), .badStrong)
        for failure in failures {
            paragraph("\(failure.code.words): \(oneLine(failure.message))", indent: 2, hanging: 2, ink: .bad)
            writeOutput(of: failure)
        }
    }

    /// Writes the end of the output, or the reason of a trap and the lines after it.
    mutating func writeOutput(of failure: Failure) {
        let lines = failure.outputLines(atMost: Self.outputLines)
        guard !lines.isEmpty else { return }
        line(indent: 4, Span("\(failure.outputInWords):", .faint))
        for text in lines { line(indent: 4, Span("| ", .faint), Span(String(text))) }
    }
}
