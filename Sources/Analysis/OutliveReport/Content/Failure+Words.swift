internal import OutliveModel

extension Failure.Code {
    /// The name of the failure in a report.
    var words: String {
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
        case .noHeapLibrary: "no heap library"
        case .heapNotServed: "not watched"
        case .noCensus: "no census"
        case .noTrend: "no trend"
        case .noCycle: "no cycle"
        case .harness: "harness"
        }
    }
}

extension Failure {
    /// The program that printed the output: `the application`, `the work command`.
    var printer: String {
        switch printedBy {
        case nil: "the application"
        case .work: "the work command"
        case .probe: "the probe command"
        case .reset: "the reset command"
        case .tool: "the program"
        }
    }

    /// The source of the output, and which part of it is shown: `the application printed last`.
    var outputInWords: String { "\(printer) printed \(beginsWithTrap ? "when it crashed" : "last")" }
}
