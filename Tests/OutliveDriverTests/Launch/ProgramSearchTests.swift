import Testing

@testable import OutliveDriver

/// The choice of the program, on process tables with known owners and writers.
@Suite struct ProgramSearchTests {
    /// Process 1 has launched 10, which has started 20 and 30; 20 has started 21 and 22; 40 is a stranger.
    private let table = ([(1, 0), (10, 1), (20, 10), (21, 20), (22, 20), (30, 10), (40, 1)] as [(Int32, Int32)]).map {
        id, parent in
        ProcessEntry(id: id, name: "\(id)", parent: parent, group: 10, started: UInt64(id), isRunning: true)
    }

    private func entry(_ id: Int32) -> ProcessEntry { table.first { $0.id == id }! }
    private func entries(_ ids: [Int32]) -> Set<ProcessEntry> { Set(ids.map(entry)) }

    private func search(_ programs: [Int32: String]) -> ProgramSearch {
        ProgramSearch(table: table) { programs[$0.id] }
    }

    private static let owners: [([Int32], Int32)] = [
        ([20], 20), ([10, 20, 21], 10), ([20, 21, 22], 20), ([10, 30], 10), ([22], 22),
    ]

    @Test(arguments: owners)
    func `Of the owners of a socket, the one that started the others is the server`(owners: [Int32], server: Int32) {
        #expect(search([:]).server(among: entries(owners)) == [entry(server)])
    }

    @Test func `Workers that open a port each belong to the server that runs the same executable`() {
        let programs: [Int32: String] = [10: "/bin/sh", 20: "/usr/bin/app", 21: "/usr/bin/app", 22: "/usr/bin/app"]
        #expect(search(programs).server(among: entries([21, 22])) == [entry(20)])
        #expect(search(programs).workers(of: entry(20), among: entries([20, 21, 22])) == 2)
        #expect(search(programs).workers(of: entry(20), among: entries([20])) == 0)
    }

    @Test func `Two programs at one port are unclear, whatever launched them`() {
        let programs: [Int32: String] = [10: "/bin/sh", 20: "/usr/bin/app", 30: "/usr/bin/app"]
        #expect(search(programs).server(among: entries([20, 30])) == [entry(20), entry(30)])
        #expect(search([:]).server(among: entries([20, 30])) == [entry(20), entry(30)])
        #expect(search(programs).server(among: []).isEmpty)
    }

    @Test func `A helper that the server has started is no worker`() {
        let programs: [Int32: String] = [20: "/usr/bin/app", 21: "/usr/bin/convert"]
        #expect(search(programs).workers(of: entry(20), among: entries([20, 21])) == 0)
    }

    private static let writers: [([Int32: String], [Int32], Int32)] = [
        // A shell has printed before its program did, or nothing at all.
        ([10: "/bin/sh", 20: "/opt/app"], [10, 20], 20), ([10: "/bin/sh", 20: "/opt/app"], [20], 20),
        // A helper has logged after its program did.
        ([20: "/opt/app", 21: "/opt/helper"], [20, 21], 20), ([10: "/opt/app", 20: "/opt/helper"], [10, 20], 10),
        // A script that prints is the program.
        ([10: "/bin/bash"], [10], 10), ([10: "/bin/sh", 20: "/bin/dash", 21: "/opt/app"], [10, 20, 21], 21),
    ]

    @Test(arguments: writers)
    func `Of the writers, the first that is no shell is the program`(
        programs: [Int32: String], writers: [Int32], program: Int32
    ) {
        #expect(search(programs).writer(among: entries(writers)) == [entry(program)])
    }

    @Test func `Two programs that print are unclear`() {
        let programs: [Int32: String] = [10: "/bin/sh", 20: "/opt/app", 30: "/opt/other"]
        #expect(search(programs).writer(among: entries([10, 20, 30])) == [entry(20), entry(30)])
        #expect(search(programs).writer(among: []).isEmpty)
    }

    @Test func `A table with a cycle of parents is read to an end`() {
        let table = ([(10, 20), (20, 10)] as [(Int32, Int32)]).map { id, parent in
            ProcessEntry(id: id, name: "", parent: parent, group: 10, started: 1, isRunning: true)
        }
        #expect(table.ancestors(of: 10) == [20])
    }
}
