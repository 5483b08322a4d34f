#if os(Linux)
import Foundation
import Testing

/// The signals that a program is sent: all reach it, however it takes them.
@Suite(.timeLimit(.minutes(5)))
struct SignalTests {
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/HeapTrials/signals.c").path

    @Test(arguments: ["handled", "blocked", "ignored"])
    func `Every signal that a program is sent reaches it, and none but those`(way: String) async throws {
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
