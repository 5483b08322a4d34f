import OutliveModel
import Testing

@testable import OutliveTesting

struct RunSummaryTests {
    private func lines(
        tests: Int = 2, tracked: Int = 3, empty: [String] = [], unattributed: [AliveComponent] = [],
        known: [String: Set<String>] = [:], notes: [String] = []
    ) -> [String] {
        RunSummary(
            tests: tests, tracked: tracked, empty: Set(empty), unattributed: unattributed, known: known, notes: notes
        ).lines
    }

    private static let trackedAlone =
        "tracked components alone were watched: run by outlive test to watch all objects"

    @Test func `A successful run is summarised in three lines`() {
        #expect(
            lines() == [
                "2 tests with leak checks, 3 components tracked", Self.trackedAlone, "0 unattributed survivors",
            ])
    }

    @Test func `A run of outlive test says that all objects were watched`() {
        var summary = RunSummary(tests: 2, watchedAll: 2)
        #expect(
            summary.lines == [
                "2 tests with leak checks, 0 components tracked", "all objects were watched, by outlive test",
                "0 unattributed survivors",
            ])
        summary.obstacle = "outlive test did not answer within 30 s"
        summary.watchedAll = 0
        #expect(
            summary.lines[1]
                == "tracked components alone were watched: outlive test did not answer within 30 s")
    }

    @Test func `A run that outlive test watched in part says where and why`() {
        var summary = RunSummary(tests: 5, watchedAll: 3, tracked: 0)
        summary.obstacle = "outlive test ended before it answered"
        summary.empty = ["a()"]
        #expect(
            summary.lines.prefix(3) == [
                "5 tests with leak checks, 0 components tracked",
                "all objects were watched, by outlive test, in 3 of 5 tests; in the others tracked components alone were "
                    + "watched: outlive test ended before it answered",
                "1 test tracked nothing: a()",
            ])
    }

    @Test func `A run without tracked objects reports that nothing was checked`() {
        let headline = lines(tests: 1, tracked: 0, empty: ["a()"]).first
        #expect(
            headline
                == "1 test with leak checks, 0 components tracked: no test tracked anything, so nothing was checked")
    }

    @Test func `Of many tests without tracked objects ten are named`() {
        let empty = (0..<12).map { "test\($0 + 10)()" }
        #expect(
            lines(empty: empty.reversed())[2]
                == "12 tests tracked nothing: \(empty.prefix(10).joined(separator: ", ")) and 2 more")
    }

    @Test func `Unattributed survivors are named with their sites`() {
        let key = ComponentKey(
            name: "stray", type: "App.Session", site: RegistrationSite(fileID: "App/Session.swift", line: 7, column: 1))
        let told = lines(unattributed: [AliveComponent(key: key, count: 4)])
        #expect(told[2].hasPrefix("4 unattributed survivors, registered outside of the tests' tasks"))
        #expect(told.last == "  stray: 4 alive, registered at App/Session.swift:7")
    }

    @Test func `Each known leak has a line with the tests that left it`() {
        let known: [String: Set<String>] = ["known leak b": ["b()"], "known leak a": ["b()", "a()"]]
        let told = ["known leak a: a(), b()", "known leak b: b()"]
        #expect(lines(known: known).suffix(2) == told)
        #expect(lines(tests: 0, tracked: 0, known: known) == told)
    }

    @Test func `Without leak checks only notes are printed`() {
        #expect(lines(tests: 0, tracked: 0) == [])
        #expect(lines(tests: 0, tracked: 0, notes: ["a note"]) == ["a note"])
    }
}
