public import OutliveModel

/// Reads the console log of a test run of Xcode, in pieces of any size, and finds what its launches took.
///
/// Nothing in a log makes it fail: what is odd is counted. Memory does not grow with the log, but for eight bytes and
/// some room for each test case, up to two million of them, and the names of up to 100 000 test cases that launched.
/// The article `XcodeLogs` has the rules.
///
/// - Complexity: O(n) in the number of bytes.
public struct TestLogReader {
    private var file: TestLogFile
    private var decoder = TextDecoder()
    private var splitter = LineSplitter()
    private var cleaner = LineCleaner()
    private var tests = TestCaseTracker()

    /// Makes a reader that has read nothing.
    ///
    /// - Parameter path: the name of the log.
    public init(path: String) {
        file = TestLogFile(path: path)
    }

    /// Reads the next piece.
    ///
    /// - Parameters:
    ///   - bytes: what follows on the piece before; it is not kept.
    ///   - run: is told of each test case that ended, in their order; nil where nobody asks, which is faster.
    public mutating func read(_ bytes: UnsafeRawBufferPointer, _ run: ((TestCaseRun) -> Void)? = nil) {
        file.bytes += bytes.count
        Self.read(&decoder, &splitter, &cleaner, &tests, run) { $0.take(bytes, $1) }
    }

    /// Ends the log.
    ///
    /// - Parameter run: is told of each test case that had not ended.
    /// - Returns: what the log tells; the reader has nothing more to say.
    public mutating func finish(_ run: ((TestCaseRun) -> Void)? = nil) -> TestLogFile {
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

    /// The parts apart, as each is changed while the one before it is.
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
        step(&splitter) { line in
            cleaner.clean(line) { line in
                LogEvent.find(in: line) { tests.take($0, run) }
            }
        }
    }
}
