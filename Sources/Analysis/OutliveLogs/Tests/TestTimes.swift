package import OutliveModel
internal import OutliveWire

/// The tests of a run and their times, read from the events of swift-testing and the lines of XCTest.
package struct TestTimes: Sendable {
    private var order: [String] = []
    private var byID: [String: RanTest] = [:]
    /// The times at which tests began that have not ended yet.
    private var begun: [String: Double] = [:]
    private var failed: Set<String> = []
    private var lines = LineSplitter()

    package init() {}

    /// All tests that began, in the order in which the runner named them.
    ///
    /// One that has not ended, as in a process that crashed, has a last span without an end.
    package var tests: [RanTest] {
        order.compactMap { id in
            var test = byID[id]
            if let start = begun[id] { test?.spans.append(start...Double.greatestFiniteMagnitude) }
            return test?.spans.isEmpty == false ? test : nil
        }
    }

    /// The tests that failed at least once, in the same order.
    package var failures: [RanTest] { order.filter(failed.contains).compactMap { byID[$0] } }

    fileprivate mutating func declare(_ test: RanTest, id: String) {
        guard byID[id] == nil else { return }
        order.append(id)
        byID[id] = test
    }

    fileprivate mutating func begin(_ id: String, at time: Double) { begun[id] = time }

    fileprivate mutating func end(_ id: String, at time: Double) {
        guard let start = begun.removeValue(forKey: id) else { return }
        byID[id]?.spans.append(start...max(start, time))
    }
}

// MARK: swift-testing

extension TestTimes {
    /// Adds a line of the file that `--event-stream-output-path` writes; a line of another form is ignored.
    ///
    /// - Source: swift-testing, Documentation/ABI/JSON.md, version 0 and later.
    package mutating func take(event line: some Sequence<UInt8>) {
        guard let record = try? CheckedJSON(line).decode(EventRecord.self) else { return }
        let payload = record.payload
        switch (record.kind, payload.kind) {
        case ("test", "function"):
            guard let id = payload.id, let test = RanTest(payload) else { return }
            declare(test, id: id)
        case ("event", "testStarted"):
            if let id = payload.testID, let time = payload.instant?.since1970, byID[id] != nil { begin(id, at: time) }
        case ("event", "testEnded"):
            if let id = payload.testID, let time = payload.instant?.since1970 { end(id, at: time) }
        case ("event", "issueRecorded"):
            if let id = payload.testID, payload.issue?.failsTest == true { failed.insert(id) }
        default: break
        }
    }
}

/// A record of swift-testing's stream of events.
private struct EventRecord: Decodable {
    struct Payload: Decodable {
        struct Instant: Decodable { var since1970: Double }
        struct Place: Decodable {
            var fileID: String
            var line: Int
        }
        struct Issue: Decodable {
            var isKnown: Bool
            /// Missing in older versions, which have no warnings.
            var isFailure: Bool?
            var failsTest: Bool { isFailure ?? !isKnown }
        }
        var kind: String
        var id: String?
        var name: String?
        var testID: String?
        var sourceLocation: Place?
        var instant: Instant?
        var issue: Issue?
    }
    var kind: String
    var payload: Payload
}

extension RanTest {
    /// Reads a test from its record; its ID is `Module.Suite/Suite/function()/File.swift:1:2`.
    fileprivate init?(_ payload: EventRecord.Payload) {
        guard let id = payload.id, let name = payload.name, let place = payload.sourceLocation,
            let module = place.fileID.split(separator: "/").first.map(String.init), id.hasPrefix(module + "."),
            let end = id.firstRange(of: "/\(name)/") ?? id.firstRange(of: ".\(name)/")
        else { return nil }
        let suites = id[..<end.lowerBound].dropFirst(module.count + 1)
        self.init(
            library: .testing, module: module, path: suites.split(separator: "/").map(String.init) + [name],
            file: place.fileID, line: place.line)
    }
}

// MARK: XCTest

extension TestTimes {
    /// Adds output of XCTest, divided at any byte; see `take(line:offset:)`.
    package mutating func take(output: [UInt8], offset: Int) {
        var found: [String] = []
        output.withUnsafeBytes { bytes in
            lines.take(bytes) { line in
                if line.has("Test Case '", at: 0) { found.append(String(decoding: line, as: UTF8.self)) }
            }
        }
        for line in found { take(line: line, offset: offset) }
    }

    /// Adds a line that XCTest prints, such as `Test Case 'CartTests.testTotal' started at 2026-01-31 09:30:00.123`.
    ///
    /// - Parameter offset: The distance of the local time from UTC in seconds.
    package mutating func take(line: String, offset: Int) {
        let start = "Test Case '"
        guard line.hasPrefix(start), let quote = line.lastIndex(of: "'") else { return }
        let nameStart = line.index(line.startIndex, offsetBy: start.count)
        // A test can print what it likes: the only quotation mark may be the first.
        guard nameStart <= quote else { return }
        let name = String(line[nameStart..<quote])
        let rest = line[line.index(after: quote)...]
        if let time = rest.firstRange(of: "started at ").flatMap({ time(String(rest[$0.upperBound...]), offset) }) {
            declare(RanTest(library: .xctest, module: nil, path: xctestPath(name)), id: name)
            begin(name, at: time)
        } else if let start = begun[name], let open = rest.lastIndex(of: "("),
            let seconds = Double(rest[rest.index(after: open)...].prefix { "0123456789.".contains($0) })
        {
            end(name, at: start + seconds)
            if rest.hasPrefix(" failed") { failed.insert(name) }
        }
    }

    private func xctestPath(_ name: String) -> [String] {
        var path = name.split(separator: ".").map(String.init)
        if let last = path.popLast() { path.append(last.hasSuffix(")") ? last : last + "()") }
        return path
    }

    /// Returns a time such as `2026-01-31 09:30:00.123` in seconds since 1970, or `nil` for another form.
    private func time(_ text: String, _ offset: Int) -> Double? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let day = CalendarDay(String(parts[0])) else { return nil }
        let clock = parts[1].split(separator: ":").compactMap { Double($0) }
        guard clock.count == 3 else { return nil }
        return Double(day.daysSince1970 * 86_400 - offset) + clock[0] * 3_600 + clock[1] * 60 + clock[2]
    }
}
