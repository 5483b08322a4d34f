import OutliveLogs
import OutliveModel
import Testing

/// The tests of a run and their times, from what runners write.
@Suite struct TestTimesTests {
    private var times = TestTimes()

    private mutating func declare(_ id: String, _ name: String, _ file: String = "ShopTests/CartTests.swift") {
        times.take(
            event: """
                {"kind":"test","payload":{"id":"\(id)","kind":"function","name":"\(name)","sourceLocation":\
                {"column":4,"fileID":"\(file)","line":12}},"version":"6.3.0"}
                """.utf8)
    }

    private mutating func event(_ kind: String, _ id: String, at time: Double) {
        times.take(
            event: """
                {"kind":"event","payload":{"instant":{"absolute":1,"since1970":\(time)},"kind":"\(kind)",\
                "messages":[],"testID":"\(id)"},"version":"6.3.0"}
                """.utf8)
    }

    @Test(arguments: [
        ("ShopTests.CartTests/total(of:)/CartTests.swift:12:4", "total(of:)", ["CartTests", "total(of:)"]),
        ("ShopTests.CartTests/Inner/adds()/CartTests.swift:12:4", "adds()", ["CartTests", "Inner", "adds()"]),
        ("ShopTests.adds()/CartTests.swift:12:4", "adds()", ["adds()"]),
    ])
    mutating func `A test of swift-testing has its types, its place and its times`(
        id: String, name: String, path: [String]
    ) throws {
        declare(id, name)
        event("testStarted", id, at: 100.5)
        event("testEnded", id, at: 101.25)
        let test = try #require(times.tests.first)
        #expect(test.library == .testing)
        #expect(test.module == "ShopTests")
        #expect(test.path == path)
        #expect(test.file == "ShopTests/CartTests.swift" && test.line == 12)
        #expect(test.spans == [100.5...101.25])
        #expect(id.hasPrefix(test.selector ?? "?"))
    }

    @Test mutating func `Each repetition is a span, and a test that never began is none of the run`() {
        declare("T.a()/F.swift:1:1", "a()", "T/F.swift")
        declare("T.b()/F.swift:2:1", "b()", "T/F.swift")
        for run in 0..<3 {
            event("testStarted", "T.a()/F.swift:1:1", at: Double(run))
            event("testEnded", "T.a()/F.swift:1:1", at: Double(run) + 0.5)
        }
        #expect(times.tests.map(\.spans) == [[0...0.5, 1...1.5, 2...2.5]])
    }

    @Test mutating func `A test fails by an issue that is not known, and an XCTest by its last line`() {
        for (line, name) in ["a()", "b()", "c()"].enumerated() {
            declare("T.\(name)/F.swift:\(line):1", name, "T/F.swift")
        }
        func issue(_ id: String, _ issue: String) -> String {
            #"{"kind":"event","payload":{"issue":{\#(issue)},"kind":"issueRecorded","testID":"\#(id)"}}"#
        }
        times.take(event: issue("T.a()/F.swift:0:1", #""isKnown":false"#).utf8)
        times.take(event: issue("T.b()/F.swift:1:1", #""isKnown":true"#).utf8)
        times.take(event: issue("T.c()/F.swift:2:1", #""isKnown":false,"isFailure":false"#).utf8)
        for (name, end) in [("one", "passed"), ("two", "failed")] {
            times.take(line: "Test Case 'CartTests.\(name)' started at 2026-01-31 09:30:00.123", offset: 0)
            times.take(line: "Test Case 'CartTests.\(name)' \(end) (0.5 seconds)", offset: 0)
        }
        #expect(times.failures.map(\.name) == ["a()", "CartTests.two()"])
    }

    @Test mutating func `A line of half a test is none`() {
        times.take(line: "Test Case '", offset: 0)
        #expect(times.tests.isEmpty)
    }

    @Test mutating func `A test that did not end, as in a crash, has a span without an end`() {
        declare("T.a()/F.swift:1:1", "a()", "T/F.swift")
        event("testStarted", "T.a()/F.swift:1:1", at: 7)
        #expect(times.tests.map(\.spans) == [[7...Double.greatestFiniteMagnitude]])
    }

    @Test mutating func `Lines of XCTest give tests and times, wherever the output is divided`() throws {
        let output = """
            Test Suite 'CartTests' started at 2026-01-31 09:30:00.000
            Test Case 'CartTests.testTotal' started at 2026-01-31 09:30:00.123
            total: 'x' (9 items)
            Test Case 'CartTests.testTotal' passed (0.25 seconds)
            Test Case 'CartTests.testTotal' started at 2026-01-31 09:30:01.000
            Test Case 'CartTests.testTotal' failed (1.5 seconds)

            """
        for byte in output.utf8 { times.take(output: [byte], offset: 3_600) }
        let test = try #require(times.tests.first)
        #expect(times.tests.count == 1)
        #expect(test.library == .xctest && test.module == nil && test.name == "CartTests.testTotal()")
        let start = 1_769_848_200.0  // 2026-01-31 08:30 UTC
        #expect(test.spans.map(\.lowerBound) == [start + 0.123, start + 1])
        #expect(test.spans.map { $0.upperBound - $0.lowerBound }.map { ($0 * 100).rounded() } == [25, 150])
        #expect(test.selector == nil)
        var named = test
        named.module = "ShopTests"
        #expect(named.selector == "ShopTests.CartTests/testTotal")
    }

    @Test(arguments: ["", "{", "{\"kind\":1}", "{\"kind\":\"event\",\"payload\":{\"kind\":\"testEnded\"}}", "[[[["])
    mutating func `What is no event is ignored`(line: String) {
        times.take(event: line.utf8)
        times.take(output: Array("Test Case 'x' started at yesterday\nTest Case '".utf8), offset: 0)
        #expect(times.tests.isEmpty)
    }
}
