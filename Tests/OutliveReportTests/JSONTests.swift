import Foundation
import OutliveModel
import OutliveReport
import Testing

@Suite struct JSONTests {
    @Test(arguments: [
        Report.clean, .leaking, .bleeding, .failed, .interruptedEarly, .equivalent, .differing, .heapLeaking,
    ])
    func `A report survives JSON`(report: Report) throws {
        let read = try Report(json: ReportFormat.json.bytes(for: report))
        #expect(read == report)
    }

    @Test func `The JSON is stable and sorted, with outcome and summary`() throws {
        let bytes = try ReportFormat.json.bytes(for: .leaking)
        let again = try ReportFormat.json.bytes(for: .leaking)
        #expect(again == bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasSuffix("}\n"))
        let keys = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }.map {
            String($0.split(separator: "\"")[1])
        }
        #expect(keys == keys.sorted())
        #expect(keys.contains("outcome"))
        #expect(text.contains("\n  \"outcome\" : 1,"))
        #expect(text.contains("\n  \"summary\" : \"\(Report.leaking.summaryLine)\""))
        #expect(text.contains("\"fingerprint\" : \"6f1c3a\""))
        #expect(text.contains("\"pattern\" : \"closure-captures-self\""))
        #expect(text.contains("/srv/note-service"))
    }

    @Test func `Fidelity is written by its grammar, and absent values are left out`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(ReportFormat.json.bytes(for: .differing)))
        let root = try #require(object as? [String: Any])
        let plan = try #require(root["plan"] as? [String: Any])
        #expect(plan["fidelity"] as? String == "fail")
        let expected = try #require(plan["expected"] as? [[String: String]])
        #expect(expected[0] == ["check": "threads", "pattern": "worker-*", "reason": "the pool grows up to 4"])
        #expect(expected[1]["pattern"] == nil)
        let fidelity = try #require(root["fidelity"] as? [String: Any])
        #expect(fidelity["resets"] as? Int == 72)
        #expect(fidelity["launches"] as? Int == 3)
        let results = try #require(fidelity["results"] as? [[String: Any]])
        #expect(results.compactMap { $0["check"] as? String } == FidelityCheck.allCases.dropLast().map(\.rawValue))
        let descriptors = try #require(results[1]["differences"] as? [[String: Any]])
        #expect(descriptors[1]["subject"] as? String == "socket")
        #expect(descriptors[1]["firstCycle"] as? Int == 12)
        #expect(descriptors[1]["reason"] == nil)
        let threads = try #require(results[3]["differences"] as? [[String: Any]])
        #expect(threads[0]["launched"] == nil)
        #expect(threads[0]["reason"] as? String == "the pool grows up to 4")
    }

    @Test func `Numbers that JSON cannot write survive as strings`() throws {
        var report = Report.clean
        report.comparison?.ratio = .infinity
        report.slopes[0].perCycle = -.infinity
        let bytes = try ReportFormat.json.bytes(for: report)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"ratio\" : \"Infinity\""))
        let read = try Report(json: bytes)
        #expect(read == report)
    }

    @Test func `A text loses combining marks beyond the limit`() throws {
        var report = Report.clean
        let marks = String(repeating: "\u{301}\u{316}", count: 15)
        report.toolVersion = "1" + marks + "\u{301}"
        let bytes = try ReportFormat.json.bytes(for: report)
        report.toolVersion = "1" + marks
        #expect(try Report(json: bytes) == report)
    }

    @Test func `A later format is refused before anything else is read`() {
        let error = #expect(throws: ReportFormatError.newer(format: 3)) {
            try Report(json: Array(#"{"format":3}"#.utf8))
        }
        #expect(error?.description.contains("format 3") == true)
        #expect(error?.description.contains("reads up to 2") == true)
    }

    @Test func `A run of one trigger has format 1 and its keys, and one of named arms format 2`() throws {
        func comparison(_ report: Report) throws -> (format: Int?, keys: Set<String>) {
            let bytes = Data(try ReportFormat.json.bytes(for: report))
            let json = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            #expect(try Report(json: Array(bytes)) == report)
            return (json["format"] as? Int, Set((json["comparison"] as? [String: Any] ?? [:]).keys))
        }
        let pair = try comparison(.clean)
        #expect(pair.format == 1)
        #expect(pair.keys == ["pairs", "launch", "launchStop", "launchStart", "reset", "ratio", "interval"])
        let arms = try comparison(.arms)
        #expect(arms.format == 2)
        #expect(arms.keys == ["pairs", "arms", "ratios"])
    }

    @Test func `A finding of a run of named arms has their names, and another has none`() throws {
        var report = Report.traced
        func names(_ report: Report) throws -> [[String]?] {
            let bytes = Data(try ReportFormat.json.bytes(for: report))
            #expect(try Report(json: Array(bytes)) == report)
            let json = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            return (json["findings"] as? [[String: Any]] ?? []).map { $0["arms"] as? [String] }
        }
        #expect(try names(report).allSatisfy { $0 == nil })
        for index in report.findings.indices {
            report.findings[index].arms = ["template", "truncate"].map(Arm.init)
        }
        #expect(try names(report).allSatisfy { $0 == ["template", "truncate"] })
    }

    @Test func `Unknown keys are ignored`() throws {
        var text = String(decoding: try ReportFormat.json.bytes(for: .clean), as: UTF8.self)
        text.replace("{\n  \"causes\"", with: "{\n  \"later\" : [1],\n  \"causes\"", maxReplacements: 1)
        #expect(text.contains("later"))
        let read = try Report(json: Array(text.utf8))
        #expect(read == .clean)
    }

    @Test(arguments: [
        ("", "it is not valid JSON"), ("{", "it is not valid JSON"), ("[]", "the report has the wrong type"),
        ("{}", ".format is missing"), (#"{"format":"1"}"#, ".format has the wrong type"),
        (#"{"format":1}"#, ".toolVersion is missing"),
        (#"{"format":1,"format":2}"#, "it has the field 'format' more than once"),
        (
            "{\"format\":1,\"\(String(repeating: #"\u0301\u0316"#, count: 16))\":1}",
            "it has a text with more than 30 combining marks in a row"
        ),
    ])
    func `A file that is no report is refused with the position and the reason`(text: String, reason: String) {
        #expect(throws: ReportFormatError.malformed(reason)) { try Report(json: Array(text.utf8)) }
    }

    @Test func `Damage inside is named by its path`() throws {
        let text = String(decoding: try ReportFormat.json.bytes(for: .leaking), as: UTF8.self)
        let verdict = text.replacing("\"verdict\" : \"suspect\"", with: "\"verdict\" : \"odd\"")
        #expect(throws: ReportFormatError.malformed(".findings[1].verdict has a value that is not known")) {
            try Report(json: Array(verdict.utf8))
        }
    }

    @Test(arguments: [Int.max - 1, (1 << 53) + 1, -(1 << 53) - 1])
    func `An impossible count is refused with its path`(number: Int) throws {
        let places: [(String, WritableKeyPath<Report, Int>)] = [
            (".findings[0].births[0].count", \.findings[0].births[0].count),
            (".findings[0].live", \.findings[0].live[1]),
            (".findings[0].bytes", \.findings[0].bytes.orZero), (".fallbacks", \.fallbacks),
            (".plan.soak", \.plan.soak),
        ]
        for (path, place) in places {
            var report = Report.leaking
            report[keyPath: place] = number
            let json = try Array(JSONEncoder().encode(report))
            #expect(throws: ReportFormatError.malformed("\(path) is not a possible count")) {
                try Report(json: json)
            }
        }
    }

    @Test(arguments: ReportFormat.all.map(\.name))
    func `The greatest accepted numbers overflow no format`(format: String) throws {
        var report = Report.leaking
        for index in report.findings.indices {
            report.findings[index].births = [1, 2, 3].map { Birth(generation: $0, count: 1 << 53) }
            report.findings[index].live = report.findings[index].live.map { _ in 1 << 53 }
            report.findings[index].bytes = 1 << 53
        }
        let read = try Report(json: Array(JSONEncoder().encode(report)))
        #expect(try !#require(ReportFormat.named(format)).bytes(for: read).isEmpty)
        let merged = read.merged(with: read)
        #expect(
            try Report(json: ReportFormat.json.bytes(for: merged)).findings.map(\.count) == merged.findings.map(\.count)
        )
    }

    @Test func `Every format is found by its name, and no other`() {
        let names = ReportFormat.all.map(\.name)
        #expect(names.starts(with: ["text", "json", "junit", "github", "markdown"]))
        #expect(Set(names).count == names.count)
        for name in names { #expect(ReportFormat.named(name)?.name == name) }
        #expect(ReportFormat.named("xml") == nil)
    }
}

extension Optional<Int> {
    fileprivate var orZero: Int {
        get { self ?? 0 }
        set { self = newValue }
    }
}
