import DeskNotesSettings
import OutliveDriver
import SuiteResult
import Synchronization

/// The results of the tests of this run so far.
final class RunLedger: Sendable {
    static let shared = RunLedger()

    private struct Entries {
        var cases: [SuiteResult.Case] = []
        var leaks: [String] = []
        var starts = 0
    }

    private let entries = Mutex(Entries())

    /// The number of tests that ran.
    var tests: Int { entries.withLock { $0.cases.count } }

    /// The number of tests that checked the state of the application before they used it.
    var starts: Int { entries.withLock { $0.starts } }

    /// Records a test that has ended.
    func add(_ result: SuiteResult.Case) { entries.withLock { $0.cases.append(result) } }

    /// Records the name of a survivor of a test's reset.
    func add(leak name: String) { entries.withLock { $0.leaks.append(name) } }

    /// Records that a test found the application in the state of a launch.
    func addStart() { entries.withLock { $0.starts += 1 } }

    /// The result of the run.
    func result(after seconds: Double, of app: AppUnderTest<DeskSettings>) async -> SuiteResult {
        let (launches, resets, fallbacks) = await (app.launches, app.resets, app.fallbacks.count)
        return entries.withLock { entries in
            SuiteResult(
                seconds: seconds, launches: launches, resets: resets, fallbacks: fallbacks, leaks: entries.leaks,
                cases: entries.cases)
        }
    }
}
