internal import Foundation
internal import Glibc
internal import OutliveModel
internal import Testing

@testable internal import OutliveDriver

struct FixtureTests {
    /// The directory for a test's sources and copies, removed with the test.
    private let place: PrivateDirectory
    private let files = FileManager.default

    init() throws {
        place = try PrivateDirectory()
    }

    /// A folder with a file, a script, a folder that cannot be written, and links of three sorts.
    private func library() throws -> String {
        let path = place.path + "/Library.notes"
        try files.createDirectory(atPath: path + "/pages", withIntermediateDirectories: true)
        try write("one", to: path + "/pages/1", mode: 0o640)
        try write("#!/bin/sh", to: path + "/run", mode: 0o755)
        try files.createSymbolicLink(atPath: path + "/first", withDestinationPath: "pages/1")
        try files.createSymbolicLink(atPath: path + "/outside", withDestinationPath: "/etc")
        try files.createSymbolicLink(atPath: path + "/broken", withDestinationPath: "nowhere")
        #expect(chmod(path + "/pages", 0o550) == 0)
        return path
    }

    private func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(chmod(path, mode) == 0)
    }

    private func mode(_ path: String) -> mode_t? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & 0o7777 : nil
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    private func refusal(_ fixture: Fixture) throws -> Failure {
        try #require(throws: Failure.self) { try FixtureDirectory(fixture, label: "refused") }
    }

    @Test func `A folder is copied with its permissions, and links stay links`() throws {
        let source = try library()
        let fixture = try FixtureDirectory(.copy(of: source + "/"), label: "copy")
        #expect(fixture.path.hasSuffix("/Library.notes"))
        #expect(mode(fixture.path) == mode(source))
        #expect(text(fixture.path + "/pages/1") == "one")
        #expect(mode(fixture.path + "/pages") == 0o550)
        #expect(mode(fixture.path + "/pages/1") == 0o640)
        #expect(mode(fixture.path + "/run") == 0o755)
        for (link, destination) in [("first", "pages/1"), ("outside", "/etc"), ("broken", "nowhere")] {
            #expect(try files.destinationOfSymbolicLink(atPath: fixture.path + "/" + link) == destination)
        }
        let dates = try [source, fixture.path].map {
            try #require(try files.attributesOfItem(atPath: $0 + "/run")[.modificationDate] as? Date)
        }
        #expect(dates[0] == dates[1])
    }

    @Test func `A file is copied, also through a link to it, and its original stays unchanged`() throws {
        try write("original", to: place.path + "/real.txt")
        try files.createSymbolicLink(atPath: place.path + "/current.txt", withDestinationPath: "real.txt")
        let fixture = try FixtureDirectory(.copy(of: place.path + "/current.txt"), label: "file")
        #expect(fixture.path.hasSuffix("/current.txt"))
        try write("changed", to: fixture.path)
        #expect(text(place.path + "/real.txt") == "original")
    }

    @Test func `The directory is private, and no copy has setuid or setgid`() throws {
        try write("", to: place.path + "/program", mode: 0o6755)
        let fixture = try FixtureDirectory(.copy(of: place.path + "/program"), label: "private")
        #expect(mode((fixture.path as NSString).deletingLastPathComponent) == 0o700)
        #expect(mode(fixture.path) == 0o755)
    }

    @Test func `A new document does not exist yet, but its folder does`() throws {
        let fixture = try FixtureDirectory(.newDocument(named: "Untitled.notes"), label: "new")
        #expect(!files.fileExists(atPath: fixture.path))
        try write("new", to: fixture.path)
        fixture.remove()
        #expect(!files.fileExists(atPath: (fixture.path as NSString).deletingLastPathComponent))
        fixture.remove()
    }

    @Test(arguments: ["", ".", "..", "a/b", "/a", "a\0", String(repeating: "a", count: 256)])
    func `A new document needs a file name`(name: String) throws {
        #expect(try refusal(.newDocument(named: name)).message.contains("cannot be the name of a new document"))
    }

    @Test func `A fixture that cannot be copied is refused in a line that names it`() throws {
        let missing = place.path + "/missing"
        #expect(
            try refusal(.copy(of: missing)).message
                == "cannot find the fixture \(missing): No such file or directory; give the path of a file or folder")
        #expect(try refusal(.copy(of: "")).message.hasPrefix("cannot find the fixture :"))
        #expect(try refusal(.copy(of: "/")).message.contains("contains the temporary directory"))

        let source = try library()
        #expect(mkfifo(source + "/pipe", 0o600) == 0)
        let message = try refusal(.copy(of: source)).message
        #expect(message.hasSuffix("\(source)/pipe is neither a file, a folder nor a link"))
    }

    @Test func `A fixture is removed with its value, or earlier on request`() throws {
        var fixture: FixtureDirectory? = try FixtureDirectory(.copy(of: try library()), label: "gone")
        let path = try #require(fixture?.path)
        #expect(files.fileExists(atPath: path))
        fixture = nil
        #expect(!files.fileExists(atPath: path))
    }

    @Test func `Read-only and unreadable contents are removed too, also without root`() async throws {
        let source = try library()
        #expect(chmod(place.path, 0o711) == 0 && chmod(source + "/pages", 0o555) == 0)
        #expect(chmod(source + "/pages/1", 0o444) == 0)
        let path = try await asNobody {
            let fixture = try FixtureDirectory(.copy(of: source), label: "read-only")
            #expect(mkdir(fixture.path + "/locked", 0o700) == 0)
            try write("x", to: fixture.path + "/locked/file")
            #expect(chmod(fixture.path + "/locked", 0o000) == 0)
            #expect(chmod(fixture.path, 0o500) == 0)
            fixture.remove()
            return fixture.path
        }
        #expect(mode(path) == nil)
        #expect(mode((path as NSString).deletingLastPathComponent) == nil)
    }

    @Test func `An unreadable file is named`() async throws {
        let source = try library()
        #expect(chmod(place.path, 0o711) == 0 && chmod(source, 0o755) == 0 && chmod(source + "/pages", 0o755) == 0)
        #expect(chmod(source + "/pages/1", 0o000) == 0)
        let failure = try await asNobody { try refusal(.copy(of: source)) }
        #expect(failure.message.hasSuffix("cannot read \(source)/pages/1: Permission denied"))
    }

    @Test func `A kept fixture has the name of its test, and a number if that is taken`() throws {
        let artifacts = place.path + "/artifacts/deep"
        var kept: [String] = []
        for number in 1...3 {
            let fixture = try FixtureDirectory(.newDocument(named: "a.notes"), label: "Notes: can/be `edited`…")
            try write("\(number)", to: fixture.path)
            try write("log", to: fixture.path + "-wal")
            kept.append(try fixture.keep(in: artifacts))
            #expect(!files.fileExists(atPath: fixture.path))
        }
        let name = artifacts + "/Notes-can-be-edited"
        #expect(kept == [name, name + "-2", name + "-3"])
        #expect(kept.map { text($0 + "/a.notes") } == ["1", "2", "3"])
        #expect(text(name + "-2/a.notes-wal") == "log")
    }

    @Test func `A fixture is kept on another file system, without its sockets`() throws {
        // Memory is another file system than the temporary directory nearly everywhere; else this is a move as above.
        let artifacts = "/dev/shm/outlive-kept-\(getpid())"
        defer { removeTree(artifacts) }
        let fixture = try FixtureDirectory(.copy(of: try library()), label: "far")
        #expect(mkfifo(fixture.path + "/pipe", 0o600) == 0)
        let kept = try fixture.keep(in: artifacts)
        #expect(text(kept + "/Library.notes/pages/1") == "one")
        #expect(!files.fileExists(atPath: fixture.path))
    }

    @Test func `A fixture that cannot be kept stays in its place`() throws {
        try write("", to: place.path + "/file")
        let fixture = try FixtureDirectory(.copy(of: place.path + "/file"), label: "stays")
        let failure = try #require(throws: Failure.self) { try fixture.keep(in: place.path + "/file/artifacts") }
        #expect(failure.message.hasPrefix("cannot keep the fixture "))
        #expect(failure.message.split(whereSeparator: \.isNewline).count == 1)
        #expect(files.fileExists(atPath: fixture.path))
    }

    @Test(arguments: [
        ("", "fixture"), ("...", "fixture"), ("../../etc", "etc"), ("-rf", "rf"), ("a b\n\tc", "a-b-c"),
        ("Prüfung №1", "Prüfung-1"), ("x\0y", "x-y"), ("ends.", "ends"),
        (String(repeating: "é", count: 500), String(repeating: "é", count: 60)),
    ])
    func `A label becomes a file name`(label: String, name: String) {
        #expect(label.fileName == name)
    }

    @Test func `Sixty-four tests at once have sixty-four copies`() async throws {
        let source = try library()
        let paths = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let fixture = try await onOwnThread { _ in try FixtureDirectory(.copy(of: source), label: "same") }
                    try write("\(number)", to: fixture.path + "/mine")
                    await Task.yield()
                    #expect(text(fixture.path + "/mine") == "\(number)")
                    #expect(text(fixture.path + "/pages/1") == "one")
                    fixture.remove()
                    return fixture.path
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(paths.count == 64)
        #expect(!paths.contains { files.fileExists(atPath: $0) })
        #expect(text(source + "/mine") == nil)
    }

    @Test func `Sixty-four fixtures of one name are all kept`() async throws {
        let artifacts = place.path + "/artifacts"
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    try await onOwnThread { _ in
                        let fixture = try FixtureDirectory(.newDocument(named: "a"), label: "same")
                        try write("\(number)", to: fixture.path)
                        _ = try fixture.keep(in: artifacts)
                    }
                }
            }
            try await group.waitForAll()
        }
        let kept = try files.contentsOfDirectory(atPath: artifacts)
        #expect(Set(kept) == Set(["same"] + (2...64).map { "same-\($0)" }))
        #expect(Set(kept.compactMap { text(artifacts + "/\($0)/a") }) == Set((0..<64).map { "\($0)" }))
    }
}

/// Runs `body` on a thread with the file rights of an unprivileged user if the tests run as root.
private func asNobody<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await onOwnThread { _ in
        // Changes the user of this thread alone, not that of the process.
        typealias SetUser = @convention(c) (uid_t) -> CInt
        guard geteuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return try body() }
        let setUser = unsafeBitCast(symbol, to: SetUser.self)
        _ = setUser(65_534)
        defer { _ = setUser(0) }
        return try body()
    }
}
