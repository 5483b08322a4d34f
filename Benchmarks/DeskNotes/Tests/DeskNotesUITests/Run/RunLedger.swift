import DeskNotesSettings
import OutliveDriver
import SuiteResult
import Synchronization

/// What the tests of this run came to so far.
final class RunLedger: Sendable {
    static let shared = RunLedger()

    private struct Entries {
        var cases: [SuiteResult.Case] = []
        var leaks: [String] = []
        var starts = 0
    }

    private let entries = Mutex(Entries())

    /// How many tests ran.
    var tests: Int { entries.withLock { $0.cases.count } }

    /// How many tests looked at what they were given before they used it.
    var starts: Int { entries.withLock { $0.starts } }

    /// Notes a test that is over.
    func add(_ result: SuiteResult.Case) { entries.withLock { $0.cases.append(result) } }

    /// Notes what outlived a test, by name.
    func add(leak name: String) { entries.withLock { $0.leaks.append(name) } }

    /// Notes that a test found the application as after a launch.
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
