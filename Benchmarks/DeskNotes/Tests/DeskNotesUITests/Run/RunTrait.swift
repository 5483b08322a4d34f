import DeskNotesSettings
import Foundation
import OutliveUITest
import SuiteResult
import Testing

extension Trait where Self == RunTrait {
    /// Judges the run of all tests at its end and writes its result.
    static var judgedAsRun: Self { RunTrait() }
}

/// The run of all tests, from the first launch until the application is stopped.
struct RunTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let begun = ContinuousClock.now
        let run = await Result {
            // The application's own reset controls restore its launch settings: these must be the same in every order.
            if Desk.strategy == .inPlace { try await Desk.app.reset(DeskSettings { _ in }) }
            try await function()
        }
        try await Desk.app.stop()
        let seconds = begun.duration(to: .now) / .seconds(1)
        let result = await RunLedger.shared.result(after: seconds, of: Desk.app)
        if let file = Desk.resultFile { try JSONEncoder().encode(result).write(to: URL(filePath: file)) }
        try run.get()
        switch Desk.strategy {
        case .inPlace:
            #expect(result.fallbacks == 0, "a reset that failed was made up for by a relaunch")
            #expect(result.launches == 1 || Desk.plant == .kill, "one launch does for all tests")
        case .relaunch:
            #expect(result.resets == 0, "it is a relaunch that is timed")
        }
        #expect(RunLedger.shared.starts == result.tests, "every test looks at what it was given")
    }
}

extension Result where Failure == any Error {
    /// Stores the value or the error of some work.
    fileprivate init(catching work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
