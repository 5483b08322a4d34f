#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// The census at the end of a program, which ends as it would have without.
@Suite(.timeLimit(.minutes(5)))
struct ExitTests {
    private static func plain(_ snapshot: HeapSnapshot) -> Int? {
        HeapCensus(snapshot).rows.first { $0.type.name == "heap_fixture.Plain" }?.count
    }

    @Test(arguments: [("return", 0), ("exit", 3), ("_exit", 4), ("quick", 5), ("twice", 6)])
    func `A program that exits leaves a census and its status`(way: String, status: Int32) async throws {
        let program = try WatchedProgram("end", way)
        let ending = await program.end()
        #expect(ending.status == status)
        #expect(ending.errors.isEmpty)
        let snapshot = try program.finishedSnapshot("exit")
        #expect(snapshot.header.reason == .exit)
        #expect(Self.plain(snapshot) == 1)
    }

    @Test(arguments: [("fault", SIGSEGV), ("trap", SIGILL), ("abort", SIGABRT)])
    func `A program that crashes leaves a census, and ends by the same signal`(way: String, signal: Int32) async throws
    {
        let program = try WatchedProgram("end", way)
        #expect(await program.end().status == -signal)
        let snapshot = try program.finishedSnapshot("exit")
        #expect(snapshot.header.reason == .fatalSignal)
        #expect(snapshot.header.number == UInt32(signal))
        #expect(Self.plain(snapshot) == 1)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE, SIGALRM])
    func `A program that a signal ends leaves a census, and ends by that signal`(signal: Int32) async throws {
        let program = try WatchedProgram("end", "signal")
        await program.isReady()
        kill(program.process.processIdentifier, signal)
        #expect(await program.end().status == -signal)
        let snapshot = try program.finishedSnapshot("exit")
        #expect(snapshot.header.reason == .fatalSignal)
        #expect(snapshot.header.number == UInt32(signal))
    }

    @Test
    func `Two fatal signals at once end the program by one of them, with a census`() async throws {
        let program = try WatchedProgram("end", "signal")
        await program.isReady()
        kill(program.process.processIdentifier, SIGTERM)
        kill(program.process.processIdentifier, SIGHUP)
        #expect([-SIGTERM, -SIGHUP].contains(await program.end().status))
        #expect(Self.plain(try program.finishedSnapshot("exit")) == 1)
    }

    @Test
    func `A program's own handler runs last`() async throws {
        let program = try WatchedProgram("end", "handled")
        await program.isReady()
        kill(program.process.processIdentifier, SIGTERM)
        #expect(await program.end().status == 8)
        #expect(try program.finishedSnapshot("exit").header.reason == .exit)
    }

    @Test
    func `A forked child takes no census, and only its parent reaps it`() async throws {
        let program = try WatchedProgram("end", "fork")
        let ending = await program.end()
        #expect(ending.output == "true\ntrue 9\ntrue\n")
        #expect(try program.files() == ["heap-exit.olheap", "heap-request-1.olheap", "heap.json"])
    }

    @Test
    func `No census is written at exit if that is switched off`() async throws {
        let program = try WatchedProgram("end", "exit", environment: ["OUTLIVE_HEAP_EXIT": "0"])
        #expect(await program.end().status == 3)
        #expect(try program.files() == ["heap.json"])
    }

    @Test(arguments: [("exit", "1", true), ("fault", "1", true), ("exit", "0", false), ("exit", "yes", false)])
    func `A census at the end has the references between blocks if 1 asks for them`(
        way: String, value: String, hasGraph: Bool
    ) async throws {
        let program = try WatchedProgram("end", way, environment: ["OUTLIVE_HEAP_GRAPH": value])
        _ = await program.end()
        let snapshot = try program.finishedSnapshot("exit")
        #expect(snapshot.header.hasGraph == hasGraph)
        #expect(snapshot.nodes.isEmpty == !hasGraph && snapshot.edges.isEmpty == !hasGraph)
        #expect(Self.plain(snapshot) == 1)
    }

    @Test
    func `A census by hand has the references between blocks if 1 asks for them, one on request if it asks itself`()
        async throws
    {
        let program = try WatchedProgram("end", "signal", environment: ["OUTLIVE_HEAP_GRAPH": "1"])
        await program.isReady()
        kill(program.process.processIdentifier, HeapSignal.number)
        #expect(try await program.snapshot("signal-1").header.hasGraph)
        #expect(try await program.request(1).header.hasGraph == false)
        kill(program.process.processIdentifier, SIGTERM)
        _ = await program.end()
    }

    @Test
    func `A program whose first thread ends continues, is served, and ends with its last thread`() async throws {
        let program = try WatchedProgram("end", "leader")
        let ending = await program.end()
        #expect(ending.status == 0)
        // Also what was not written yet when the last thread ended.
        #expect(ending.output == "true\n")
        let snapshot = try program.finishedSnapshot("request-1")
        #expect(Self.plain(snapshot) == 1)
        #expect(snapshot.modules.first?.path.hasSuffix("heap-fixture") == true)
        #expect(try program.finishedSnapshot("exit").header.reason == .exit)
    }

    @Test
    func `A signal during the work of the loader ends the program, with a census`() async throws {
        let folder = try Folder()
        let source = try folder.write("int nothing;", as: "module.c")
        let module = try await Toolchain.buildC(source, in: folder.url, options: ["-shared", "-fPIC"])
        var (taken, trials) = (0, 0)
        // Seldom the signal comes within malloc, whose lock the runtime then needs for a name: the bound ends that.
        while trials < 5 || taken * 2 <= trials, trials < 20 {
            trials += 1
            let program = try WatchedProgram("end", "modules", module)
            await program.isReady()
            kill(program.process.processIdentifier, SIGTERM)
            #expect(await program.end().status == -SIGTERM)
            if program.has("exit") { taken += 1 }
        }
        #expect(taken * 2 > trials, "\(taken) of \(trials)")
    }

    @Test
    func `Requests and the exit are served if no signal can be queued`() async throws {
        let fixture = WatchedProgram.built.appendingPathComponent("heap-fixture").path
        let program = try WatchedProgram(
            arguments: ["-c", "ulimit -i 0; exec \"$0\" end fork", fixture], executable: "/bin/bash")
        #expect(await program.end().output == "true\ntrue 9\ntrue\n")
        #expect(try program.files() == ["heap-exit.olheap", "heap-request-1.olheap", "heap.json"])
    }

    @Test
    func `The end of a child that shares the memory is not the end of the program`() async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            #define _GNU_SOURCE
            #include <stdlib.h>
            #include <sys/wait.h>
            #include <unistd.h>
            extern void *swift_allocObject;
            void *volatile keep = (void *)&swift_allocObject;
            int main(void) {
                pid_t child = vfork();
                if (child == 0) { _exit(3); }
                int status = 0;
                if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 3) { return 2; }
                keep = malloc(65432);
                return 0;
            }
            """, as: "sharing.c")
        let path = try await Toolchain.buildC(source, in: folder.url)
        let program = try WatchedProgram(arguments: [], executable: path)
        #expect(await program.end().status == 0)
        let raw = HeapCensus(try program.finishedSnapshot("exit")).rows.filter { $0.type == .rawMemory }
        #expect(raw.contains { $0.count == 1 && (65_432..<65_496).contains($0.bytes) })
    }

    @Test
    func `A program that recovers from a fault leaves the census of its exit`() async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            #define _GNU_SOURCE
            #include <setjmp.h>
            #include <signal.h>
            #include <stdlib.h>
            extern void *swift_allocObject(const void *, size_t, size_t);
            void *volatile keep = (void *)swift_allocObject;
            static sigjmp_buf out;
            static struct sigaction before;
            static void handle(int signal, siginfo_t *info, void *context) {
                before.sa_sigaction(signal, info, context);
                siglongjmp(out, 1);
            }
            int main(void) {
                struct sigaction own = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
                sigaction(SIGSEGV, &own, &before);
                if (sigsetjmp(out, 1) == 0) { *(volatile int *)8 = 1; }
                exit(3);
            }
            """, as: "recover.c")
        let program = try WatchedProgram(
            arguments: [], executable: try await Toolchain.buildC(source, in: folder.url),
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(await program.end().status == 3)
        #expect(try program.finishedSnapshot("exit").header.reason == .exit)
    }

    @Test
    func `The runtime's backtracer prints the same as without the tier`() async throws {
        let program = try WatchedProgram("end", "trap", environment: ["SWIFT_BACKTRACE": "enable=yes,color=no"])
        let ending = await program.end()
        #expect(ending.status == -SIGILL)
        #expect(ending.errors.contains("Fatal error: on purpose"))
        #expect(!ending.errors.contains("failed to suspend"))
        #expect(program.has("exit"))
    }

    @Test
    func `The runtime's backtracer stops all threads for SIGQUIT, too`() async throws {
        let program = try WatchedProgram("end", "signal", environment: ["SWIFT_BACKTRACE": "enable=yes,color=no"])
        await program.isReady()
        kill(program.process.processIdentifier, SIGQUIT)
        #expect(try await program.snapshot("exit").header.number == UInt32(SIGQUIT))
        // The program goes on after the first one, by which the runtime only reports where it is.
        try await program.hasWritten("Backtrace took")
        kill(program.process.processIdentifier, SIGQUIT)
        let ending = await program.end()
        #expect(ending.status == -SIGQUIT)
        #expect(ending.errors.contains("Thread 0"))
        #expect(!ending.errors.contains("failed to suspend"))
    }
}
#endif
