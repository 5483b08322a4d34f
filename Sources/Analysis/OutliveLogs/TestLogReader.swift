package import OutliveModel

/// A reader that finds the launches in the console log of an Xcode test run, in pieces of any size.
///
/// Malformed lines never cause an error; irregularities are counted. Memory is bounded: 16 to 32 bytes for each of up
/// to two million test cases, and the names of up to 100 000 test cases with launches. The article
/// `XcodeLogs` specifies the rules.
///
/// - Complexity: O(n) in the number of bytes.
package struct TestLogReader {
    private var file: TestLogFile
    private var decoder = TextDecoder()
    private var splitter = LineSplitter()
    private var cleaner = LineCleaner()
    private var tests = TestCaseTracker()

    package init(path: String) { file = TestLogFile(path: path) }

    /// Reads the next piece.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that follow the previous call's; they are not retained.
    ///   - run: receives each test case when it ends.
    package mutating func read(_ bytes: UnsafeRawBufferPointer, _ run: ((TestCaseRun) -> Void)? = nil) {
        file.bytes += bytes.count
        Self.read(&decoder, &splitter, &cleaner, &tests, run) { $0.take(bytes, $1) }
    }

    /// Ends the log.
    ///
    /// - Returns: the launches in the log; the reader has no further results.
    package mutating func finish(_ run: ((TestCaseRun) -> Void)? = nil) -> TestLogFile {
        Self.read(&decoder, &splitter, &cleaner, &tests, run) { $0.finish($1) }
        Self.pass(&splitter, &cleaner, &tests, run) { $0.finish($1) }
        tests.finish(run)
        file.lines = splitter.lines
        file.activityLines = tests.activityLines
        file.figures = tests.all.figures
        file.unique = tests.unique.figures
        file.suites = tests.groups.launchingSuites
        file.cases = tests.groups.launchingCases
        file.unlistedLaunches = tests.groups.unlistedLaunches
        file.unrememberedTestCases = tests.seen.unremembered
        file.oddLines = tests.oddLines(long: splitter.longLines)
        return file
    }

    /// Takes the parts as separate parameters, because each is changed inside a call on the one before it.
    @inline(__always)
    private static func read(
        _ decoder: inout TextDecoder, _ splitter: inout LineSplitter, _ cleaner: inout LineCleaner,
        _ tests: inout TestCaseTracker, _ run: ((TestCaseRun) -> Void)?,
        _ step: (inout TextDecoder, (Bytes) -> Void) -> Void
    ) {
        step(&decoder) { bytes in pass(&splitter, &cleaner, &tests, run) { $0.take(bytes, $1) } }
    }

    @inline(__always)
    private static func pass(
        _ splitter: inout LineSplitter, _ cleaner: inout LineCleaner, _ tests: inout TestCaseTracker,
        _ run: ((TestCaseRun) -> Void)?, _ step: (inout LineSplitter, (Bytes) -> Void) -> Void
    ) {
        step(&splitter) { line in cleaner.clean(line) { tests.take($0, run) } }
    }
}
