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

    private mutating func writeOutput(_ output: String) {
        var lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        guard !lines.isEmpty else { return }
        line(indent: 4, Span("the application printed last:", .faint))
        for text in lines.suffix(Self.outputLines) { line(indent: 4, Span("| ", .faint), Span(String(text))) }
    }
}

extension Failure.Code {
    fileprivate var words: String {
        switch self {
        case .launch: "the program could not be started"
        case .notReady: "not ready"
        case .endpointTaken: "endpoint taken"
        case .resetFailed: "reset failed"
        case .falseAcknowledgement: "false acknowledgement"
        case .died: "the application died"
        case .replacedNothing: "the reset replaced nothing"
        case .command: "command failed"
        case .unstableProbe: "unstable probe"
        case .notWatched: "not watched for leaks"
        case .nothingRegistered: "nothing registered"
        case .blind: "the leak detector is blind"
        case .noGenerationReport: "no generation report"
        case .noCycle: "no cycle"
        case .harness: "harness"
        }
    }
}
