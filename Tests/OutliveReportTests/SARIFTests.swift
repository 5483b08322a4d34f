import Foundation
import OutliveModel
import OutliveReport
import Testing

/// The properties that consumers of SARIF rely on, beyond the schema.
@Suite struct SARIFTests {
    private static let root = "/home/user/projects/note-service"

    @Test func `If leaks fail nothing, an expired entry is a warning, and no result repeats another's alert`() throws {
        var report = Report.knownLeaks
        // Without fingerprints, two of one type and file are two causes.
        for _ in 0..<2 {
            report.findings.append(report.findings[3])
            report.findings[report.findings.count - 1].fingerprint = nil
            report.findings[report.findings.count - 1].known = nil
        }
        for (policy, level) in [(FailurePolicy.never, "warning"), (.leak, "error")] {
            report.plan.failOn = policy
            let run = try SARIFDocument(report, root: "").runs[0]
            #expect(run.results.first { $0.ruleId == "known-leak/expired" }?.level == level)
            let alerts = run.results.map { [$0.ruleId, $0.partialFingerprints["primaryLocationLineHash"] ?? ""] }
            #expect(Set(alerts).count == alerts.count)
            #expect(alerts.contains { $0[1].hasSuffix(":2") })
        }
    }

    @Test(arguments: [
        Report.clean, .leaking, .bleeding, .differing, .failed, .heapLeaking, .traced, .merged, .interruptedEarly,
    ])
    func `Rules are found by index, places are relative, and every result has one`(report: Report) throws {
        for (root, showsKnown) in [(Self.root, false), ("", true), ("/elsewhere", true)] {
            let log = try SARIFDocument(report, root: root, showsKnown: showsKnown)
            #expect(log.version == "2.1.0")
            #expect(log.schema.hasSuffix("/sarif-schema-2.1.0.json"))
            let run = try #require(log.runs.first)
            #expect(log.runs.count == 1)
            let driver = run.tool.driver
            #expect(driver.name == "outlive")
            #expect(driver.version == report.toolVersion && driver.semanticVersion == report.toolVersion)
            #expect(Set(driver.rules.map(\.id)).count == driver.rules.count)
            for rule in driver.rules {
                #expect(rule.id.wholeMatch(of: #/[a-zA-Z]+([\/-][a-zA-Z]+)*/#) != nil, "\(rule.id)")
                #expect(rule.shortDescription.text.hasSuffix("."))
                #expect(rule.fullDescription?.text.hasSuffix(".") == true)
                #expect(rule.help?.text.isEmpty == false)
                #expect(rule.properties?.tags.isEmpty == false)
            }
            for result in run.results { try check(result, driver) }
            #expect(run.invocations.count == max(report.shards.count, 1))
            for invocation in run.invocations {
                #expect(invocation.startTimeUtc.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil)
                for notification in invocation.toolExecutionNotifications ?? [] {
                    #expect(driver.notifications[notification.descriptor.index].id == notification.descriptor.id)
                    #expect(!notification.message.text.isEmpty)
                }
            }
            #expect(run.originalUriBaseIds.keys.elementsEqual(["%SRCROOT%"]))
        }
    }

    private func check(_ result: SARIFDocument.Result, _ driver: SARIFDocument.Driver) throws {
        #expect(driver.rules.indices.contains(result.ruleIndex))
        #expect(driver.rules[result.ruleIndex].id == result.ruleId)
        #expect(!result.message.text.isEmpty)
        // No other level goes with a result that is no failure.
        #expect(result.kind == "fail" || result.level == "none")
        #expect(["error", "warning", "note", "none"].contains(result.level))
        #expect(result.suppressions?.isEmpty != true)
        #expect(result.suppressions == nil || result.level == "note" || result.level == "none")
        let places = result.locations + (result.relatedLocations ?? [])
        #expect(!result.locations.isEmpty)
        for place in places {
            let physical = try #require(place.physicalLocation)
            let uri = try #require(physical.artifactLocation.uri)
            #expect(physical.artifactLocation.uriBaseId == "%SRCROOT%")
            #expect(!uri.hasPrefix("/") && !uri.contains(":") && !uri.contains(" ") && !uri.contains(".."))
            #expect(physical.region.startLine > 0)
        }
        let ids = (result.relatedLocations ?? []).map(\.id)
        #expect(Set(ids).count == ids.count && !ids.contains(nil))
        for match in result.message.text.matches(of: #/\]\((\d+)\)/#) {
            #expect(ids.contains(Int(match.1)))
        }
        #expect(result.partialFingerprints["outliveFingerprint/v1"]?.isEmpty == false)
    }

    @Test func `Each cause is one result at its suspect reference, with the sites of its leaks`() throws {
        let run = try SARIFDocument(.traced, root: Self.root).runs[0]
        #expect(
            run.results.map(\.ruleId) == [
                "leak/observer-not-removed", "leak/over-retain", "leak/strong-back-reference",
            ])
        #expect(run.results.allSatisfy { $0.level == "error" })
        let first = run.results[0]
        #expect(first.partialFingerprints["outliveFingerprint/v1"] == "0f1e")
        #expect(first.locations[0].physicalLocation?.artifactLocation.uri == "Sources/NoteService/Session.swift")
        #expect(first.locations[0].physicalLocation?.region.startLine == 42)
        #expect(first.locations[0].logicalLocations?.first?.fullyQualifiedName == "NoteService.Session")
        #expect(first.relatedLocations?.map { $0.physicalLocation?.region.startLine } == [42, 31])
        #expect(first.message.text.contains("[closure in Session.open (Session.swift:42)](1)"))
        #expect(first.properties?.leaksWithIt?.count == 2)
        #expect(first.properties?.traces?.count == 2)
        #expect(first.stacks?[0].frames.count == 2)
    }

    @Test func `A cause that both tiers detect is one result`() throws {
        var report = Report.traced
        report.watch = .watched
        var registered = report.findings[0]
        registered.tier = .registry
        report.findings.insert(registered, at: 0)
        let results = try SARIFDocument(report, root: Self.root).runs[0].results
        #expect(results.count { $0.partialFingerprints["outliveFingerprint/v1"] == "0f1e" } == 1)
        #expect(results[0].properties?.tier == "registry")
    }

    @Test func `Failures are errors, other findings warnings, and a clean run has no results`() throws {
        func levels(_ report: Report) throws -> [String] {
            try SARIFDocument(report, root: Self.root).runs[0].results.map(\.level)
        }
        #expect(try levels(.clean).isEmpty)
        #expect(try levels(.leaking) == ["error", "warning"])
        var report = Report.leaking
        report.plan.failOn = .suspect
        #expect(try levels(report) == ["error", "error"])
        report.plan.failOn = .never
        #expect(try levels(report) == ["warning", "warning"])
        report = .differing
        report.plan.fidelity = .report
        // The probe and the gate; descriptors and environment.
        #expect(try levels(report) == ["error", "warning", "warning", "error"])
    }

    @Test
    func `Expected objects are results only on request, suppressed with their reason`() throws {
        let results = try SARIFDocument(.leaking, root: Self.root, showsKnown: true).runs[0].results
        let logger = try #require(results.last)
        #expect(logger.ruleId == "expected")
        #expect(logger.kind == "informational")
        #expect(logger.suppressions?.map(\.kind) == ["inSource"])
        #expect(logger.suppressions?.map(\.justification) == ["one log file for the process"])
        let heap = try SARIFDocument(.heapLeaking, root: Self.root, showsKnown: true).runs[0].results
        #expect(heap.filter { $0.ruleId == "expected" }.allSatisfy { $0.suppressions?.first?.kind == "external" })
    }

    @Test func `A known leak is a note, suppressed with the reason of its entry`() throws {
        var report = Report.traced
        // The findings of the cause are accepted with it.
        for index in 0..<3 {
            report.findings[index].known = KnownLeak(
                match: KnownLeakMatch(fingerprint: "0f1e"), reason: "mended with the new store", owner: "store team")
        }
        let results = try SARIFDocument(report, root: Self.root).runs[0].results
        #expect(results.count { $0.suppressions != nil } == 1)
        let accepted = try #require(results.first { $0.suppressions != nil })
        #expect(accepted.level == "note")
        #expect(accepted.ruleId == "leak/observer-not-removed")
        #expect(accepted.suppressions?[0].kind == "external")
        #expect(accepted.suppressions?[0].status == "accepted")
        #expect(accepted.suppressions?[0].justification.contains("mended with the new store") == true)
        #expect(accepted.suppressions?[0].justification.contains("store team") == true)
        #expect(results.count { $0.level == "error" } == 2)
    }

    @Test func `A failure of the harness is no result, but marks the run as unsuccessful`() throws {
        let run = try SARIFDocument(.failed, root: Self.root).runs[0]
        #expect(run.results.isEmpty)
        #expect(run.invocations[0].executionSuccessful == false)
        #expect(run.invocations[0].exitCode == 3)
        let notifications = try #require(run.invocations[0].toolExecutionNotifications)
        #expect(notifications.map(\.descriptor.id) == ["failure/resetFailed", "failure/harness"])
        #expect(notifications[0].message.text.hasSuffix("at line 9"))
        #expect(try SARIFDocument(.clean, root: "").runs[0].invocations[0].executionSuccessful)
    }

    @Test func `Each run of a merged report has an invocation, and findings name their runs`() throws {
        let run = try SARIFDocument(.merged, root: Self.root).runs[0]
        #expect(run.invocations.count == 3)
        #expect(run.invocations.count { $0.executionSuccessful } == 2)
        #expect(run.results[0].properties?.occurrences?.count == 2)
    }

    @Test func `Growth and gates of merged runs keep their alerts in every commit`() throws {
        func alerts(_ start: String) throws -> [String?] {
            var report = Report.leaking
            report.startedAt = start
            (report.findings, report.plan.growth, report.plan.minimumSpeedup) = ([], .fail, 9)
            var other = report
            other.machine = .other
            let results = try SARIFDocument(report.asMerged.merged(with: other.asMerged), root: "").runs[0].results
            return results.map { $0.partialFingerprints["primaryLocationLineHash"] }
        }
        let first = try alerts("2026-01-02T03:04:05Z")
        // Memory, components and the gate of two machines.
        #expect(Set(first).count == 6)
        #expect(try Set(alerts("2026-01-03T03:04:05Z")) == Set(first))
    }

    @Test func `Text from outside makes no links and no placeholders`() throws {
        var report = Report.leaking
        report.findings[0].key.name = "[click](http://x.example) {0}\u{1B}[31m"
        report.findings[0].key.site.fileID = "../../a b.swift"
        let result = try SARIFDocument(report, root: "").runs[0].results[0]
        #expect(
            result.message.text.hasPrefix(
                "Session.onEvent keeps 72 [click\\](http://x.example) {{0}}\\e[31m, registered"))
        #expect(result.locations[0].physicalLocation?.artifactLocation.uri == "Package.swift")
        report.findings[0].key.site.fileID = "Mod/Ä b#1:2.swift"
        let odd = try SARIFDocument(report, root: "").runs[0].results[0]
        #expect(odd.locations[0].physicalLocation?.artifactLocation.uri == "Mod/%C3%84%20b%231%3A2.swift")
    }
}

/// A SARIF file as a strict reader decodes it: properties that are not optional here must exist.
private struct SARIFDocument: Decodable {
    let schema, version: String
    let runs: [Run]

    init(_ report: Report, root: String, showsKnown: Bool = false) throws {
        let options = PresentationOptions(root: root, showsKnown: showsKnown)
        let bytes = try ReportFormat.sarif.bytes(for: report, options)
        #expect(bytes.last == UInt8(ascii: "\n"))
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    }

    enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    struct Run: Decodable {
        let tool: Tool
        let invocations: [Invocation]
        let results: [Result]
        let columnKind: String
        let originalUriBaseIds: [String: Base]
    }

    struct Base: Decodable {
        let description: Message
    }

    struct Tool: Decodable { let driver: Driver }

    struct Driver: Decodable {
        let name, version, semanticVersion: String
        let rules, notifications: [Descriptor]
    }

    struct Descriptor: Decodable {
        let id, name: String
        let shortDescription: Message
        let fullDescription, help: Message?
        let defaultConfiguration: Configuration
        let properties: Tags?

        struct Configuration: Decodable { let level: String }
        struct Tags: Decodable { let tags: [String] }
    }

    struct Message: Decodable {
        let text: String
        let markdown: String?
    }

    struct Invocation: Decodable {
        let executionSuccessful: Bool
        let startTimeUtc: String
        let exitCode: Int
        let toolExecutionNotifications: [Notification]?
    }

    struct Notification: Decodable {
        let level: String
        let message: Message
        let descriptor: Reference

        struct Reference: Decodable {
            let id: String
            let index: Int
        }
    }

    struct Result: Decodable {
        let ruleId: String
        let ruleIndex: Int
        let kind, level: String
        let message: Message
        let locations: [Location]
        let relatedLocations: [Location]?
        let stacks: [Stack]?
        let partialFingerprints: [String: String]
        let suppressions: [Suppression]?
        let properties: Properties?
    }

    struct Location: Decodable {
        let id: Int?
        let physicalLocation: Physical?
        let logicalLocations: [Logical]?

        struct Physical: Decodable {
            let artifactLocation: Artifact
            let region: Region
        }
        struct Artifact: Decodable { let uri, uriBaseId: String? }
        struct Region: Decodable { let startLine: Int }
        struct Logical: Decodable { let fullyQualifiedName, kind: String }
    }

    struct Stack: Decodable {
        let frames: [Frame]

        struct Frame: Decodable { let location: Location }
    }

    struct Suppression: Decodable { let kind, status, justification: String }

    struct Properties: Decodable {
        let tier, verdict, type: String
        let objects: Int
        let live: [Int]
        let traces, leaksWithIt: [String]?
        let occurrences: [Place]?

        struct Place: Decodable { let shard: String }
    }
}
