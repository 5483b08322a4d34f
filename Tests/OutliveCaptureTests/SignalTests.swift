#if os(Linux)
import Foundation
import Testing

/// The signals that a program is sent: all reach it, however it takes them.
@Suite(.timeLimit(.minutes(5)))
struct SignalTests {
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/HeapTrials/signals.c").path

    @Test(arguments: [("HUP", SIGHUP), ("QUIT", SIGQUIT)])
    func `A signal that the program inherits as ignored stays ignored, and takes no census`(
        name: String, signal: Int32
    ) async throws {
        let fixture = WatchedProgram.built.appendingPathComponent("heap-fixture").path
        let program = try WatchedProgram(
            arguments: ["-c", "trap '' \(name); exec \"$0\" end signal", fixture], executable: "/bin/sh")
        await program.isReady()
        let number = program.process.processIdentifier
        let status = try String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
        let ignored = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
        let mask = try #require(UInt64(ignored.dropFirst(7).drop { $0.isWhitespace }, radix: 16))
        #expect(mask & 1 << UInt64(signal - 1) != 0)
        kill(number, signal)
        _ = try await program.request(1)
        #expect(!program.has("exit"))
        kill(number, SIGKILL)
        #expect(await program.end().status == -SIGKILL)
    }

    @Test(arguments: ["handled", "blocked", "ignored"])
    func `A program receives every signal sent to it, and no other`(way: String) async throws {
        let folder = try Folder()
        let executable = try await Toolchain.buildC(Self.source, in: folder.url)
        let bare = await (try WatchedProgram(arguments: [way], executable: executable, isWatched: false)).end()
        #expect(bare.status == 6)
        #expect(bare.output.split(separator: "\n").count >= 57)
        // A signal of another thread's would be taken now and then only.
        for _ in 0..<10 {
            let program = try WatchedProgram(arguments: [way], executable: executable)
            let watched = await program.end()
            #expect(watched.status == bare.status)
            #expect(watched.output == bare.output)
            #expect(program.has("exit"))
        }
    }
}
#endif
