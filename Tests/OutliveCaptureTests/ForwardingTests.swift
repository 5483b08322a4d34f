import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// The results of allocations in a watched program compared with those without the tier.
struct ForwardingTests {
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/HeapTrials/trials.c").path

    @Test
    func `The malloc family keeps its contract, also in signal handlers, ending threads and forks`()
        async throws
    {
        let folder = try Folder()
        let program = try await Toolchain.buildC(Self.source, in: folder.url, options: ["-lpthread"])
        let trials = [
            "semantics", "sizes", "signals", "other-stack", "threads", "processes", "modules", "limit",
        ]
        for trial in trials {
            let bare = try await WatchedProgram(arguments: [trial], executable: program, isWatched: false).end()
            #expect(bare.status == 0, "\(trial)")
            for (frames, rate) in [("0", nil), ("1", nil), ("16", nil), ("16", "1"), ("16", "1000")] {
                let watched = try WatchedProgram(
                    arguments: [trial], executable: program,
                    environment: ["OUTLIVE_HEAP_FRAMES": frames, "OUTLIVE_HEAP_SAMPLE": rate ?? ""])
                let ending = await watched.end()
                #expect(ending.status == 0, "\(trial)")
                #expect(ending.output == bare.output, "\(trial)")
                #expect(ending.errors == "", "\(trial)")
                // It was served; its children, forked or started, wrote nothing.
                #expect(try watched.files() == ["heap-exit.olheap", "heap.json"], "\(trial)")
                #expect(try watched.hello().controls == SelfCheck(leakFound: true, falseAlarm: false))
            }
        }
    }

    @Test
    func `A watched program that starts itself again is watched anew`() async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            #include <sys/wait.h>
            extern void *swift_allocObject(const void *, size_t, size_t);
            void *volatile keep = (void *)swift_allocObject;
            int main(int count, char **arguments) {
                if (count > 1) { return 0; }
                if (fork() == 0) {
                    execl(arguments[0], arguments[0], "child", NULL);
                    return 1;
                }
                int status = 0;
                wait(&status);
                return status;
            }
            """, as: "again.c")
        let program = try await Toolchain.buildC(source, in: folder.url)
        let watched = try WatchedProgram(arguments: [], executable: program)
        #expect(await watched.end().status == 0)
        #expect(try watched.files().filter { $0.hasSuffix(".json") }.count == 2)
        #expect(try watched.files().filter { $0.hasSuffix("-exit.olheap") }.count == 2)
    }
}
