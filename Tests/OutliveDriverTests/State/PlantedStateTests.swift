import Glibc
import OutliveModel
import Testing

@testable import OutliveDriver

/// A fact that differs between two states, with both values.
struct Change: Hashable, CustomStringConvertible {
    var check: FidelityCheck
    var subject: String
    var before: ProcessState.Fact?
    var after: ProcessState.Fact?

    var description: String { "\(check) \(subject): \(String(describing: before)) -> \(String(describing: after))" }
}

extension ProcessState {
    /// Every fact that another state does not share.
    func changes(to other: ProcessState) -> Set<Change> {
        var changes: Set<Change> = []
        for check in FidelityCheck.allCases {
            let (before, after) = (facts[check] ?? [:], other.facts[check] ?? [:])
            for subject in Set(before.keys).union(after.keys) where before[subject] != after[subject] {
                changes.insert(
                    Change(check: check, subject: subject, before: before[subject], after: after[subject]))
            }
        }
        return changes
    }
}

/// A change that a program leaves behind, and the differences that must be found.
struct Planting: Sendable, CustomTestStringConvertible {
    var name: String
    var changes: Set<Change>

    var testDescription: String { name }

    init(_ name: String, _ changes: (FidelityCheck, String, ProcessState.Fact?, ProcessState.Fact?)...) {
        self.name = name
        self.changes = Set(changes.map { Change(check: $0.0, subject: $0.1, before: $0.2, after: $0.3) })
    }
}

@Suite(.timeLimit(.minutes(5)))
struct PlantedStateTests {
    private static let plantings = [
        Planting("file", (.descriptors, "file {outlive}/planted", nil, .count(1))),
        Planting("pipe", (.descriptors, "pipe", .count(2), .count(4))),
        Planting(
            "listener", (.descriptors, "unix listener {outlive}/planted", nil, .count(1)),
            (.listeners, "unix {outlive}/planted", nil, .count(1))),
        Planting("thread", (.threads, "planted", nil, .count(1))),
        Planting("child", (.children, "sleep", nil, .count(1))),
        Planting("zombie", (.children, "true (zombie)", nil, .count(1))),
        Planting("directory", (.directory, "working directory", .setting(currentDirectory), .setting("{outlive}"))),
        Planting("variable", (.environment, "PLANTED", nil, .setting("{outlive}/planted of {pid}"))),
        Planting("removed-variable", (.environment, "OUTLIVE_SETTLE", .setting("0.1"), nil)),
        Planting(
            "locale", (.environment, "LC_PAPER", nil, .setting("C")), (.locale, "LC_PAPER", nil, .setting("C"))),
        Planting("signal", (.signals, "USR1", nil, .setting("ignored"))),
        Planting("mask", (.masks, "outlive-fixture blocks USR2", nil, .count(1))),
        Planting("nice", (.scheduling, "nice value", .setting("0"), .setting("1"))),
        Planting("timer", (.resources, "POSIX timers", nil, .count(1))),
        Planting(
            "offset", (.descriptors, "file {outlive}/planted", nil, .count(1)),
            (.resources, "offset of file {outlive}/planted", nil, .setting("7"))),
        Planting(
            "lock", (.descriptors, "file {outlive}/planted", nil, .count(1)),
            (.resources, "file locks", nil, .count(1))),
        Planting("map", (.maps, "{outlive}/planted (deleted)", nil, .count(1))),
    ]

    private static let currentDirectory = ProcessFiles(processID: getpid()).target(of: "cwd")!

    /// A state that nothing transient is in: the connection of an earlier request is closed after its answer.
    private func quietState(
        of application: ProcessApplication, when isExpected: @Sendable (ProcessState) -> Bool = { _ in true }
    ) async throws -> ProcessState {
        let deadline = ContinuousClock.now + .seconds(30)
        return try await pollUntilAnswered {
            let state = try #require(await application.state())
            // Closed by both sides, it is in no table.
            let isQuiet = ["tcp connection", "tcp socket"].allSatisfy { state.facts[.descriptors]?[$0] == nil }
            return isQuiet && isExpected(state) || ContinuousClock.now > deadline ? state : nil
        }
    }

    private func server(planting name: String, prefix: String = "") throws -> ApplicationConfiguration {
        try configuration(
            launch: prefix + fixture + " serve tcp:{port}", ready: "http://127.0.0.1:{port}/",
            work: "http://127.0.0.1:{port}/plant/\(name)")
    }

    @Test(arguments: plantings)
    func `Exactly the planted state changes`(planting: Planting) async throws {
        try await withApplication(server(planting: planting.name)) { application in
            _ = try await application.start()
            let before = try await quietState(of: application)
            #expect(Set(before.facts.keys) == Set(FidelityCheck.allCases).subtracting([.probe, .state, .types]))
            try await application.work()
            let after = try await quietState(of: application) { before.changes(to: $0) == planting.changes }
            #expect(before.changes(to: after) == planting.changes)
        }
    }

    @Test(arguments: [
        ("child", Metric.children), ("zombie", .zombies), ("timer", .timers), ("watch", .inotifyWatches),
        ("queued-signal", .pendingSignals), ("lock", .fileLocks), ("segment", .sharedMemory),
        ("system-v-segment", .sharedMemory), ("memory-file", .sharedMemory), ("semaphore", .semaphores),
        ("left-file", .leftFiles),
    ])
    func `The vitals count one more of a resource that the program keeps`(name: String, metric: Metric) async throws {
        try await withApplication(server(planting: name)) { application in
            _ = try await application.start()
            let before = try #require(await application.vitals()?.resources?[metric])
            try await application.work()
            let after = try #require(await application.vitals()?.resources)
            // Other processes of the user may have queued signals, which then count as well.
            let isExact = metric != .pendingSignals
            #expect(isExact ? after[metric] == before + 1 : after[metric] ?? 0 > before)
            // The maker of semaphores that nobody has used is not known, so those of other tests count as well.
            let shared: [Metric] = [
                metric, .untouchedBytes, .childBytes, .childDescriptors, .childThreads, .inotifyWatches, .semaphores,
            ]
            let others = Metric.resources.filter { !shared.contains($0) }
            #expect(others.allSatisfy { after[$0] == 0 })
        }
    }

    @Test func `The memory, descriptors and threads of a child count, and not those of the program`() async throws {
        try await withApplication(server(planting: "child")) { application in
            _ = try await application.start()
            let of: [Metric] = [.childBytes, .childDescriptors, .childThreads]
            let before = await application.vitals()?.resources
            #expect(of.map { before?[$0] } == [0, 0, 0])
            try await application.work()
            let vitals = try #require(await application.vitals())
            #expect((1..<vitals.residentBytes).contains(vitals.resources?[.childBytes] ?? 0))
            #expect(vitals.resources?[.childThreads] == 1)
            #expect(vitals.resources?[.childDescriptors] ?? 0 > 0)
        }
    }

    @Test(arguments: [("env TMPDIR={dir} ", 1), ("env -u TMPDIR DATA={dir} ", 0)])
    func `A file of any name counts as left in a temporary folder of the program, and not as data`(
        prefix: String, count: Int
    ) async throws {
        try await withApplication(server(planting: "random-file", prefix: prefix)) { application in
            _ = try await application.start()
            try await application.work()
            #expect(await application.vitals()?.resources?[.leftFiles] == count)
        }
    }

    @Test(arguments: [
        ("umask", FidelityCheck.umask, "umask", "0027"), ("limit", .limits, "Max core file size", "0 0 bytes"),
        ("privileges", .credentials, "no new privileges", "1"),
    ])
    func `A change of an existing value is detected`(
        name: String, check: FidelityCheck, subject: String, value: String
    ) async throws {
        try await withApplication(server(planting: name)) { application in
            _ = try await application.start()
            let before = try await quietState(of: application)
            #expect(before.facts[check]?[subject] != nil)
            try await application.work()
            let after = try await quietState(of: application)
            #expect(after.facts[check]?[subject] == .setting(value))
            // The machine that the test runs on may have had the value all the time.
            #expect(before.changes(to: after).filter { $0.check != check || $0.subject != subject } == [])
        }
    }

    @Test func `Two launches on different ports and in different directories are in the same state`() async throws {
        let server = try configuration(
            launch: "sh -c \"cd {dir}; exec " + fixture + " serve tcp:{port}\"", ready: "http://127.0.0.1:{port}/",
            work: "http://127.0.0.1:{port}/plant/variable")
        try await withApplication(server) { application in
            var states: [ProcessState] = []
            for _ in 1...2 {
                _ = try await application.start()
                try await application.work()
                states.append(try await quietState(of: application))
            }
            #expect(states[0].changes(to: states[1]) == [])
            #expect(states[0].facts[.listeners] == ["tcp 127.0.0.1:{port}": .count(1)])
            #expect(states[0].facts[.directory]?["working directory"] == .setting("{dir}"))
            #expect(states[0].facts[.environment]?["OUTLIVE_DIR"] == .setting("{outlive}"))
        }
    }
}
