internal import FoundationEssentials
internal import OutliveLogs
package import OutliveModel
internal import OutliveSupport

/// A run of tests with the heap tier in each bundle of tests, and the times of the tests.
///
/// Safe to use from any thread.
package final class TestRun: Sendable {
    /// The events of swift-testing.
    private let events: String
    private let folder: PrivateDirectory
    private let run: HeapRun
    /// The tests of XCTest, by what it prints.
    private let printed = Lock(TestTimes())
    /// The tests of swift-testing, and the number of bytes of its events that were read.
    private let reported = Lock((times: TestTimes(), offset: 0))
    private let inquiries = Lock<InquirySocket?>(nil)

    /// Prepares a run of `swift test`, or of a bundle with the tests of one library.
    ///
    /// - Parameters:
    ///   - heapLibrary: The library of the heap tier to preload.
    ///   - library: The library of the bundle's tests; `nil` for `swift test`, which runs those of both.
    ///   - repetitions: The number of times that XCTests run.
    ///   - capturesStates: `true` to capture the state of the program at the end of each test.
    package init(
        _ command: Command, preloading heapLibrary: String, of library: RanTest.Library? = nil, repetitions: Int = 1,
        capturesStates: Bool = false, countsAllocations: Bool = false
    ) throws {
        folder = try PrivateDirectory(isClosed: true)
        events = folder.path + "/events.jsonl"
        var command = command
        if library != .xctest { command.arguments += ["--event-stream-output-path", events] }
        let settings = HeapSettings(
            library: heapLibrary, frames: HeapSettings.testFrames, atExit: true, withGraph: true,
            countsAllocations: countsAllocations, testRepetitions: repetitions, capturesStates: capturesStates)
        run = try HeapRun(command, settings)
    }

    /// Runs the command with the streams and the terminal of this process, to which its output passes.
    ///
    /// - Throws: `CommandNotRun`, or `Failure` if its status is unknown.
    package func runInForeground() async throws -> CensusReport.Ending {
        let pipe = try openPipe()
        let end = Promise<Bool>()
        let offset = localOffset()
        let thread = try ReadingThread(pipe.reading, named: "outlive.tests") { [printed] descriptor in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else {
                if count < 0, [EAGAIN, EINTR].contains(errno) { return true }
                end.fulfil(true)
                return false
            }
            bytes.removeLast(bytes.count - count)
            passOn(bytes)
            printed.withLock { $0.take(output: bytes, offset: offset) }
            return true
        }
        let ending = try await run.run(output: pipe.writing)
        // A process that a test left behind may keep the pipe open.
        _ = try await firstOf(timeout: .seconds(1)) { try await end.get() }
        thread.stop()
        return ending
    }

    /// Runs the command without streams, killed with all its descendants when its time is up.
    ///
    /// - Returns: `false` if it was killed.
    /// - Throws: `Failure` if it cannot be started.
    package func runInBackground(limit: Duration) async throws -> Bool {
        guard let output = try await run.runInBackground(limit: limit, outputLimit: 16 << 20) else { return false }
        let offset = localOffset()
        printed.withLock { $0.take(output: output, offset: offset) }
        return true
    }

    /// The tests that have begun so far, with their times.
    package var tests: [RanTest] { printed.withLock(\.tests) + readEvents().tests }

    /// The tests that have failed so far.
    package var failures: [RanTest] { printed.withLock(\.failures) + readEvents().failures }

    private func readEvents() -> TestTimes {
        reported.withLock { state in
            guard let file = try? RegularFile(path: events), file.size > state.offset,
                let bytes = try? file.bytes(at: state.offset, upTo: file.size - state.offset),
                // The runner may be writing the last line.
                let end = bytes.lastIndex(of: UInt8(ascii: "\n"))
            else { return state.times }
            for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) { state.times.take(event: line) }
            state.offset += end + 1
            return state.times
        }
    }

    /// Answers tests that ask what they left, one question after the other, until the directory is removed.
    ///
    /// - Parameter reply: Judges the tests of a process.
    /// - Throws: `SystemError` if the tests cannot be reached.
    package func answer(
        _ reply: @escaping @Sendable (TestInquiry, HeapProcess) async throws -> [[Finding]]
    ) throws {
        let socket = try InquirySocket(in: run.directory) { [run] inquiry, processID in
            do {
                return TestAnswer(findings: try await reply(inquiry, try run.process(processID)))
            } catch {
                return TestAnswer(refusal: "\(error)".onOneLine())
            }
        }
        inquiries.withLock { $0 = socket }
    }

    /// Returns each process that ran tests, with its census, or the reason why there is none.
    package func processes() async throws -> [HeapOutcome] { try await run.censuses(timeout: .seconds(30)) }

    /// Returns the processes that have ended so far and left a census.
    ///
    /// - Throws: `Failure` if the directory cannot be read.
    package func ended(except seen: Set<HeapStartRecord>) throws -> [(HeapStartRecord, HeapFile)] {
        try run.ended(except: seen)
    }

    /// Returns the modules of the XCTests in a bundle, which XCTest does not print, by `CartTests/testTotal()`.
    package static func xctestModules(in bundle: String) async throws -> [String: String] {
        let list = try await Command(program: bundle, arguments: ["--testing-library", "xctest", "--list-tests"])
            .output(purpose: "the list of tests", within: .seconds(60))
        var modules: [String: String] = [:]
        for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
            guard let test = RanTest(selectedBy: String(line)) else { continue }
            modules[test.suite + "/" + (test.path.last ?? "")] = test.module
        }
        return modules
    }

    /// Returns the moments of the process at which its state was captured, in order; none if no state was.
    package func moments(of record: HeapStartRecord) -> [TestMoment] {
        run.directory.journal(of: record.processID).map { journal in
            TestMoment.all(in: journal) { number in
                let name = HeapStartRecord.requestFileName(number, processID: record.processID)
                return try? run.directory.file(name, of: record.processID)
            }
        } ?? []
    }

    package func removeDirectory() {
        inquiries.withLock { $0 = nil }
        run.removeDirectory()
        folder.remove()
    }
}

/// Writes bytes to the standard output; what it no longer takes is lost.
private func passOn(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno != EINTR { return }
        rest = rest.dropFirst(max(count, 0))
    }
}

/// Returns the distance of the local time from UTC in seconds.
private func localOffset() -> Int {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    return local.tm_gmtoff
}
