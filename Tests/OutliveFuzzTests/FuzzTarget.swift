import Foundation
import OutliveBenchmark
import OutliveInspect
import OutliveLogs
import OutliveModel
import OutliveReport

@testable import OutliveDriver
@testable import OutliveHTTPRoutes
@testable import OutliveHTTPServer
@testable import OutliveHeap
@testable import OutliveKnown

/// A reader of bytes from outside, and the properties of accepted input.
enum FuzzTarget: String, CaseIterable {
    /// The head of an HTTP request.
    case head
    /// The body of `POST /reset`.
    case json
    /// Arguments and variables as a test's settings.
    case settings
    /// A file that the heap tier writes.
    case snapshot
    /// The same file as the tasks, the use of memory, the explorer's page and the exports that are made of it.
    case picture
    /// The JSON report of a run, in every format, merged and compared.
    case report
    /// Options and known leaks in YAML.
    case yaml
    /// The output of a run of UI tests.
    case log
    /// The JSON reports of a census and of a snapshot.
    case census
    /// A start record of the heap tier.
    case record
    /// A core file, or changes to one: see `FuzzedCore`.
    case core
    /// The kernel's texts about a process in `/proc`.
    case proc
    /// An executable or a library.
    case elf

    /// A property that does not hold.
    struct Broken: Error {
        var property: String
    }

    /// Reads one input.
    ///
    /// - Throws: `Broken`, or an error of what must not fail after the input was accepted.
    func run(_ bytes: [UInt8]) throws {
        switch self {
        case .head: try readHead(bytes)
        case .json: try readCall(bytes)
        case .settings: try readSettings(bytes)
        case .snapshot: try readSnapshot(bytes)
        case .picture: try readPicture(bytes)
        case .report: try readReport(bytes)
        case .yaml: try readYAML(bytes)
        case .log: try readLog(bytes)
        case .census: try readCensus(bytes)
        case .record: try readRecord(bytes)
        case .core: try readCore(bytes)
        case .proc: try readProcess(bytes)
        case .elf: try readELF(bytes)
        }
    }

    func require(_ holds: Bool, _ property: String) throws {
        if !holds { throw Broken(property: property) }
    }

    private func readHead(_ bytes: [UInt8]) throws {
        guard let end = try? RequestHead.end(in: bytes, from: 0), let head = try? RequestHead(parsing: bytes[..<end])
        else { return }
        var text = "\(head.method) \(head.path)" + (head.query.map { "?\($0)" } ?? "") + " HTTP/1.1\r\n"
        for field in head.fields { text += "\(field.name): \(field.value)\r\n" }
        let written = (text + "\r\n").unicodeScalars.map { UInt8($0.value) }
        try require(RequestHead(parsing: written) == head, "a head that is written again is the same")
        try require(head.path.hasPrefix("/") && head.contentLength >= 0, "a path begins with a slash")
        try require(head["Transfer-Encoding"] == nil, "no body of unknown length is accepted")
        try answer(head)
    }

    /// Checks a request as the routes do, such as that of a profile, which takes no query.
    private func answer(_ head: RequestHead) throws {
        for known in ["wait=settled", nil] {
            switch Result(catching: { () throws(Refusal) in try HTTPRequest(head: head).checkedQuery(known) }) {
            case .success(let hasQuery):
                try require(hasQuery == (head.query ?? "" != ""), "a query is known, or there is none")
            case .failure(let refusal):
                try require(!refusal.description.contains { $0.isNewline }, "a refusal is one line")
            }
        }
        let secret = "secret-of-this-test"
        guard let token = try Token(environment: ["OUTLIVE_TOKEN": secret]) else { return }
        let access = AccessControl(token: token, port: 80)
        guard (try? access.check(head)) != nil, !access.isOpen(to: head) else { return }
        try require(head["Authorization"]?.hasSuffix(" " + secret) == true, "only the token opens the application")
    }

    private func readCall(_ bytes: [UInt8]) throws {
        guard let call = try? ResetCall(json: Data(bytes)) else { return }
        let written = try JSONEncoder().encode(call)
        try require(ResetCall(json: written) == call, "a call that is written again is the same")
    }

    private func readSettings(_ bytes: [UInt8]) throws {
        var input = LaunchInput()
        for text in bytes.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) }) {
            if let place = text.firstIndex(of: "="), !text.hasPrefix("-") {
                input.environment[String(text[..<place])] = String(text[text.index(after: place)...])
            } else {
                input.arguments.append(text)
            }
        }
        guard let settings = try? ExampleSettings(input, others: .ignored), let written = try? settings.input() else {
            return
        }
        try require(ExampleSettings(written) == settings, "settings that are written are read back the same")
    }

    private func readSnapshot(_ bytes: [UInt8]) throws {
        guard let snapshot = try? HeapSnapshot(bytes) else { return }
        let census = HeapCensus(snapshot)
        let growth = HeapGrowth([census, census, census, census, census], warmup: 1)
        try require(growth.findings.count <= 2 * census.rows.count, "a finding is about a row")
        let analysed = AnalysedSnapshot(snapshot, names: NoNames())
        let (paths, sizes) = (analysed.paths, analysed.retainedSizes)
        for node in snapshot.nodes.indices {
            let path = paths.path(to: node)
            try require(path.nodes.last == node, "a path leads to its node")
            try require(sizes.retainedBytes(of: node) >= 0, "nothing retains less than nothing")
        }
        let nodes = Array(snapshot.nodes.indices.prefix(16))
        let traces = HeapTraces(analysed).traces(of: nodes, leaking: Set(nodes))
        try require(traces.reduce(0) { $0 + $1.objects } == nodes.count, "every object is in a trace")
        for edge in snapshot.edges { try require(edge.target < snapshot.nodes.count, "an edge leads to a node") }
    }

    private func readReport(_ bytes: [UInt8]) throws {
        guard let report = try? Report(json: bytes) else { return }
        for format in ReportFormat.all { _ = try format.bytes(for: report) }
        var judged = report
        judged.judge(
            by: report.findings.prefix(4).map { finding in
                KnownLeak(
                    match: KnownLeakMatch(fingerprint: finding.fingerprint, type: finding.key.type), reason: "fuzz")
            }, from: "known.yml", on: CalendarDay(secondsSince1970: 0))
        for format in ReportFormat.all { _ = try format.bytes(for: judged) }
        // Not the report itself: a number that is not one equals none.
        let written = try ReportFormat.json.bytes(for: report)
        try require(ReportFormat.json.bytes(for: Report(json: written)) == written, "a report is read back the same")
        var other = report
        other.startedAt += "+"
        let merged = report.merged(with: other)
        _ = try Report(json: ReportFormat.json.bytes(for: merged))
        let comparison = ReportComparison(
            from: (report, ComparedReport(report, name: "a")), to: (merged, ComparedReport(merged, name: "b")),
            policy: ComparisonPolicy(), toolVersion: "0")
        for format in ComparisonFormat.allCases { _ = try format.bytes(for: comparison) }
    }

    private func readYAML(_ bytes: [UInt8]) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        _ = try? YAMLFile(path: "f", text: text).options(lists: ["arm", "report"])
        guard let known = try? KnownLeaksFile(path: "f", text: text) else { return }
        let entry = KnownLeak(match: KnownLeakMatch(type: "Added.ByTheTest"), reason: "fuzz")
        let comment = known.entries.first?.reason ?? "none"
        guard let added = try? known.adding([(entry, comment)]) else { return }
        let read = try KnownLeaksFile(path: "f", text: added.text).entries
        try require(read.count == known.entries.count + 1, "a list that is added to has one entry more")
    }

    private func readLog(_ bytes: [UInt8]) throws {
        let whole = Reading(bytes)
        try require(Reading(bytes, pieces: [Int(bytes.first ?? 0) + 1]) == whole, "pieces do not matter")
        var rows: [UInt8] = []
        for run in whole.runs { TestLogCSV(path: "log").append(run, to: &rows) }
        for format in TestLogFormat.allCases {
            _ = try format.bytes(for: TestLogReport(toolVersion: "0", files: [whole.file]))
        }
    }

    private func readCensus(_ bytes: [UInt8]) throws {
        if let report = try? CensusReport(json: bytes) {
            for format in ListingFormat.allCases { _ = try format.bytes(for: report) }
        }
        if let report = try? SnapshotReport(json: bytes) {
            for format in ListingFormat.allCases { _ = try format.bytes(for: report) }
        }
        _ = try? CheckedJSON(bytes).decode(GenerationReport.self)
    }

    private func readRecord(_ bytes: [UInt8]) throws {
        let processID: Int32 = 4711
        do {
            guard let record = try HeapStartRecord(of: processID, { bytes }) else { return }
            try require(record.processID == processID, "a record is about its process")
            let written = try JSONEncoder().encode(record)
            try require(HeapStartRecord(of: processID) { Array(written) } == record, "a record is read back the same")
            // Whatever else it contains, if it were about this process.
            var claim = record
            (claim.processID, claim.signal) = (getpid(), HeapRequest.signal)
            claim.identity?.boot = HeapStartRecord.boot ?? ""
            claim.identity?.started = ProcessEntry(getpid())?.started ?? 0
            try require(!claim.isReceiving, "no record makes a program without the tier receive requests")
            try require(!claim.send(HeapRequest(number: 1)), "no request is sent to a program without the tier")
            try record.check()
        } catch let failure as Failure {
            try require(!failure.message.contains { $0.isNewline }, "a refusal is one line: \(failure.message)")
        }
    }

    private func readCore(_ bytes: [UInt8]) throws {
        #if os(Linux) && arch(x86_64)
        let inspection: Inspection
        do {
            inspection = try FuzzedCore.inspect(bytes)
        } catch let failure as Failure {
            try require(!failure.message.contains("crashed"), failure.message)
            try require(!failure.message.contains("in time"), failure.message)
            return
        }
        let snapshot = try HeapSnapshot(path: inspection.path)
        for edge in snapshot.edges { try require(edge.target < snapshot.nodes.count, "an edge leads to a node") }
        #endif
    }
}

/// Names of a program without debug information.
struct NoNames: AddressNames {
    func functions(of frames: [Frame]) -> [Frame] { frames }
    func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
}
