import OutliveLogs
import OutliveModel

/// The result of reading a log.
struct Reading: Equatable {
    var file: TestLogFile
    var runs: [TestCaseRun] = []

    /// Reads a log in pieces of the given sizes, over and over; in one where there are none.
    init(_ log: [UInt8], pieces: [Int] = []) {
        var reader = TestLogReader(path: "log")
        var runs: [TestCaseRun] = []
        log.withUnsafeBytes { bytes in
            var start = 0
            var next = 0
            while start < bytes.count {
                let size = pieces.isEmpty ? bytes.count : max(pieces[next % pieces.count], 1)
                let end = min(start + size, bytes.count)
                reader.read(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { runs.append($0) }
                start = end
                next += 1
            }
        }
        file = reader.finish { runs.append($0) }
        self.runs = runs
    }

    init(_ log: String) { self.init(Array(log.utf8)) }

    var figures: LaunchFigures { file.figures }

    /// Returns the number of odd lines of a kind.
    func odd(_ kind: OddLine) -> Int { file.oddLines.first { $0.kind == kind }?.count ?? 0 }
}

/// Returns `true` if two times are equal to the microsecond.
func same(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

/// Logs of the known forms.
enum Logs {
    /// Xcode 7 and 8: one level deeper, no `Open`.
    static let old = """
        Test Suite 'All tests' started at 2015-09-20 16:01:15.550
        Test Case '-[ShopUITests.CartTests testAdd]' started.
            t =     0.00s     Start Test
            t =     0.00s     Set Up
            t =     0.02s         Launch org.example.Shop
        2015-09-20 16:01:15.918 XCTRunner[894:229] Continuing to run tests in the background with task ID 1
            t =     1.42s             Waiting for accessibility to load
            t =     6.40s             Wait for app to idle
            t =     7.18s     Tear Down
        Test Case '-[ShopUITests.CartTests testAdd]' passed (7.200 seconds).

        """

    /// Xcode 10 and later: a first launch, a relaunch that terminates, one more in the same test, one torn down.
    static let current = """
            t =      nans Interface orientation changed to Portrait
        Test Suite 'Selected tests' started at 2025-11-25 12:35:20.512.
        Test Case '-[ShopUITests.CartTests testAdd]' started.
            t =     0.00s Start Test at 2025-11-25 12:35:20.513
            t =     0.28s Set Up
            t =     0.28s     Open org.example.Shop
            t =     0.29s         Launch org.example.Shop
            t =     2.45s             Setting up automation session
            t =     3.40s             Wait for org.example.Shop to idle
            t =     5.00s Waiting 5.0s for "title" StaticText to exist
            t =     6.00s     Checking `Expect predicate `exists == 1` for object "title" StaticText`
            t =     6.50s Tear Down
        Test Case '-[ShopUITests.CartTests testAdd]' passed (6.700 seconds).
        Test Case '-[ShopUITests.CartTests testRemove]' started.
            t =     0.00s Start Test at 2025-11-25 12:35:27.214
            t =     0.10s Set Up
            t =     0.10s     Open org.example.Shop
            t =     0.10s         Launch org.example.Shop
            t =     0.11s             Terminate org.example.Shop:4711
            t =     1.20s             Setting up automation session
            t =     2.10s             Wait for org.example.Shop to idle
            t =     4.10s Terminate org.example.Shop:4712
            t =     5.15s Open org.example.Shop
            t =     5.15s     Launch org.example.Shop
            t =     6.00s         Setting up automation session
            t =     6.15s         Wait for org.example.Shop to idle
            t =     8.15s Tap "remove" Button
            t =     8.20s     Wait for org.example.Shop to idle
            t =     9.00s Tear Down
            t =     9.00s     Terminate org.example.Shop:4713
        Test Case '-[ShopUITests.CartTests testRemove]' failed (10.000 seconds).

        """

    /// Tests in parallel, without starts and activities.
    static let parallel = """
        Test suite 'CartTests' started on 'Clone 1 of iPhone 14 Pro - Shop (39542)'
        Test case 'CartTests.testAdd()' passed on 'Clone 1 of iPhone 14 Pro - Shop (39542)' (0.004 seconds)
        Test case 'CartTests.testAdd()' passed on 'Clone 2 of iPhone 14 Pro - Shop (39753)' (5.283 seconds)
        Test case 'CartTests.testRemove()' failed on 'Clone 1 of iPhone 14 Pro - Shop (39542)' (4.020 seconds)
        Test case 'CartTests.testPay()' skipped on 'Clone 1 of iPhone 14 Pro - Shop (39542)' (0.001 seconds)

        """
}
