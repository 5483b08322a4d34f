import FoundationEssentials
import Glibc
import OutliveSupport
import Testing

@testable import OutliveDriver
@testable import OutliveModel

/// Folders and start records of processes that were started independently: which of them are believed.
@Suite(.timeLimit(.minutes(2))) struct HeapTrustTests {
    private let root: PrivateDirectory
    /// The folder that the environment of the process names.
    private let folder: String

    init() throws {
        root = try PrivateDirectory(isClosed: true)
        folder = try root.makeEmptyDirectory("heap")
    }

    @Test func `A record that agrees with a process which catches the signal is believed`() async throws {
        let process = try await started()
        try write(record(of: process))
        #expect(try HeapProcess.ifServed(process.id)?.record.processID == process.id)
        try await process.end()
    }

    @Test func `A record of another program, and one that does not identify its program, is not believed`() async throws
    {
        let process = try await started()
        let changes: [(inout HeapStartRecord) -> Void] = [
            { $0.identity = nil }, { $0.identity?.started += 1 }, { $0.identity?.started -= 1 },
            { $0.identity?.boot = "00000000-0000-0000-0000-000000000000" }, { $0.identity?.thread = getpid() },
            { $0.identity?.thread = 0 }, { $0.signal = SIGTERM }, { $0.signal = 0 }, { $0.processID = 1 },
        ]
        for (number, change) in changes.enumerated() {
            var changed = try record(of: process)
            change(&changed)
            try write(changed, of: process)
            #expect(try HeapProcess.ifServed(process.id) == nil, "change \(number)")
        }
        try await process.end()
    }

    @Test func `A process that does not catch the signal is not asked`() async throws {
        let process = try await started("exec sleep 1000")
        while ProcessEntry(process.id)?.name != "sleep" { try await Task.sleep(for: .milliseconds(2)) }
        let record = try record(of: process)
        try write(record)
        #expect(try HeapProcess.ifServed(process.id) == nil)
        #expect(!record.send(HeapRequest(number: 1)))
        #expect(ProcessEntry.isRunning(process.id))
        try await process.end()
    }

    @Test func `A record that is a link, a pipe, a folder or too large is not read`() async throws {
        let process = try await started()
        let path = try write(record(of: process))
        let other = root.path + "/other"
        try #require(rename(path, other) == 0)
        let plants: [() throws -> Void] = [
            { #expect(symlink(other, path) == 0) }, { #expect(symlink("/dev/zero", path) == 0) },
            { #expect(mkfifo(path, 0o600) == 0) }, { #expect(mkdir(path, 0o700) == 0) },
            { try Data(repeating: 0x20, count: 1 << 20).write(to: URL(filePath: path)) },
        ]
        for (number, plant) in plants.enumerated() {
            try plant()
            #expect(try HeapProcess.ifServed(process.id) == nil, "plant \(number)")
            remove(path)
        }
        try #require(rename(other, path) == 0)
        #expect(try HeapProcess.ifServed(process.id) != nil)
        try await process.end()
    }

    @Test func `A folder that others can use, or that is a link, is not used`() async throws {
        let process = try await started()
        try write(record(of: process))
        for mode in [mode_t(0o770), 0o707, 0o750, 0o701] {
            chmod(folder, mode)
            #expect(try HeapProcess.ifServed(process.id) == nil, "mode \(String(mode, radix: 8))")
        }
        chmod(folder, 0o700)
        #expect(try HeapProcess.ifServed(process.id) != nil)
        let moved = root.path + "/moved"
        try #require(rename(folder, moved) == 0 && symlink(moved, folder) == 0)
        #expect(try HeapProcess.ifServed(process.id) == nil)
        #expect(throws: SystemError.self) { try OwnFolder(path: folder + "/") }
        try await process.end()
    }

    @Test(.enabled(if: geteuid() == 0))
    func `Root asks no process of another user, and trusts no folder or record of one`() async throws {
        let process = try await started()
        let path = try write(record(of: process))
        for place in [path, folder] {
            #expect(chown(place, 65534, 65534) == 0)
            #expect(try HeapProcess.ifServed(process.id) == nil, "\(place)")
            #expect(chown(place, 0, 0) == 0)
        }
        #expect(try HeapProcess.ifServed(process.id) != nil)
        try await process.end()
        for user in ["--reuid=65534", "--euid=65534", "--ruid=65534"] {
            let others = try await started(through: ["setpriv", user, "--clear-groups"])
            try write(record(of: others))
            #expect(try HeapProcess.ifServed(others.id) == nil, "\(user)")
            try await others.end()
        }
    }

    @Test(.enabled(if: mayUnshareMounts))
    func `A process that sees other files is not asked`() async throws {
        let process = try await started(through: ["unshare", "--mount"])
        try write(record(of: process))
        #expect(try HeapProcess.ifServed(process.id) == nil)
        try await process.end()
    }

    @Test func `The check of a folder's space writes to no existing file, and leaves none`() throws {
        let victim = root.path + "/victim"
        try "precious".write(toFile: victim, atomically: false, encoding: .utf8)
        try #require(symlink(victim, folder + "/probe") == 0)
        #expect(HeapDirectory(try OwnFolder(path: folder)).obstacle == nil)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["probe"])
    }

    @Test func `A census that was replaced by a link is not read, and removing it removes the link`() throws {
        let (victim, name) = (root.path + "/victim", HeapStartRecord.requestFileName(1, processID: 7))
        try "precious".write(toFile: victim, atomically: false, encoding: .utf8)
        try "x".write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        let directory = HeapDirectory(try OwnFolder(path: folder))
        let file = try #require(try directory.file(name, of: 7))
        #expect(try file.bytes() == [UInt8(ascii: "x")])
        remove("\(folder)/\(name)")
        try #require(symlink(victim, "\(folder)/\(name)") == 0)
        #expect(throws: SystemError.self) { try file.bytes() }
        #expect(throws: Failure.self) { try directory.file(name, of: 7) }
        file.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    }

    @Test func `A reason that is a link, a pipe or too large is not read`() throws {
        let directory = HeapDirectory(try OwnFolder(path: folder))
        let path = "\(folder)/\(HeapStartRecord.endFileName(processID: 7))"
        let plants: [() throws -> Void] = [
            { #expect(symlink("/etc/passwd", path) == 0) }, { #expect(symlink("/dev/zero", path) == 0) },
            { #expect(mkfifo(path, 0o600) == 0) },
            { try Data(repeating: 0x20, count: 1 << 20).write(to: URL(filePath: path)) },
        ]
        for plant in plants {
            try plant()
            #expect(throws: Never.self) { try directory.checkService(of: 7) }
            remove(path)
        }
        try "seccomp\n".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: Failure.self) { try directory.checkService(of: 7) }
    }

    private static let mayUnshareMounts = geteuid() == 0 && system("unshare --mount true 2>/dev/null") == 0

    /// A process with the folder in its environment.
    private struct Target {
        let child: ChildProcess
        var id: Int32 { child.processID }

        func end() async throws { try await child.end(nil) }
    }

    /// Starts a shell that catches the signal of a request, and waits until it runs the script.
    private func started(
        _ script: String = "while :; do sleep 0.02; done", through prefix: [String] = []
    ) async throws -> Target {
        let output = OutputBuffer(limit: 4096)
        let catching = "trap : \(HeapRequest.signal); echo up; \(script)"
        let words = prefix + ["sh", "-c", catching]
        let child = try ChildProcess.spawn(
            Command(program: "/usr/bin/env", arguments: words), mark: .command(),
            environment: [EnvironmentName.heap: folder], output: output)
        while output.excerpt?.contains("up") != true { try await Task.sleep(for: .milliseconds(2)) }
        return Target(child: child)
    }

    /// Returns the record that the tier would have written in a process, with the first thread as its own.
    private func record(of process: Target) throws -> HeapStartRecord {
        let entry = try #require(ProcessEntry(process.id))
        return HeapStartRecord(
            processID: process.id, executable: "/bin/sh", frames: 16, signal: HeapRequest.signal,
            controls: SelfCheck(leakFound: true, falseAlarm: false),
            identity: .init(
                boot: try #require(HeapStartRecord.boot), started: entry.started, thread: process.id))
    }

    /// Writes a record, and returns its path.
    @discardableResult
    private func write(_ record: HeapStartRecord, of process: Target? = nil) throws -> String {
        let path = "\(folder)/\(HeapStartRecord.fileName(processID: process?.id ?? record.processID))"
        try JSONEncoder().encode(record).write(to: URL(filePath: path))
        return path
    }
}
