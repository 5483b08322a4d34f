#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// The tier in programs whose address space is limited (`RLIMIT_AS`) when they start.
///
/// Without Swift code, so that the programs themselves need little: they have a section by which the tier takes them
/// for Swift programs.
struct AddressSpaceTests {
    private static let source = """
        #define _GNU_SOURCE
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/resource.h>
        #include <unistd.h>

        __attribute__((section("swift5_types"), used)) static const int marker[1];
        static size_t allowed;

        // Allocates blocks of a size until it fails, and returns their number.
        static size_t fill(size_t size) {
            size_t count = 0;
            for (void *block, *last = NULL; (block = malloc(size)); last = block, count++) { *(void **)block = last; }
            return count;
        }

        static void *hold(size_t count) {
            void **blocks = malloc(count * sizeof *blocks);
            for (size_t index = 0; index < count; index++) { blocks[index] = malloc(16 + index % 100); }
            return blocks;
        }

        int main(int count, char **arguments) {
            size_t size = count > 2 ? strtoul(arguments[2], NULL, 10) : 0;
            if (strcmp(arguments[1], "fill") == 0) { printf("%zu\\n", fill(size)); }
            if (strcmp(arguments[1], "hold") == 0) {
                void **volatile blocks = hold(size);
                for (size_t index = 0; index < size; index += 2) { free(blocks[index]); }
                puts("ready");
                fflush(stdout);
                getchar();
            }
            if (strcmp(arguments[1], "ready when full") == 0) {
                fill(size);
                write(1, "ready\\n", 6);
                getchar();
            }
            if (strcmp(arguments[1], "limit later") == 0) {
                struct rlimit limit = {size, RLIM_INFINITY};
                setrlimit(RLIMIT_AS, &limit);
                fill(4096);
                _exit(7);
            }
            return 5;
        }
        """

    private let folder: Folder
    private let program: String

    init() async throws {
        folder = try Folder()
        program = try await Toolchain.buildC(try folder.write(Self.source, as: "limited.c"), in: folder.url)
    }

    /// Starts the program under a limit.
    private func start(
        _ arguments: String..., kilobytes: Int, isWatched: Bool = true, environment: [String: String] = [:]
    ) throws -> WatchedProgram {
        try WatchedProgram(
            arguments: ["-c", "ulimit -v \(kilobytes); exec \"$0\" \"$@\"", program] + arguments, executable: "/bin/sh",
            environment: environment, isWatched: isWatched)
    }

    @Test(arguments: [262_144, 400_000, 1_048_576])
    func `Of a limited address space, the tier takes at most 3 percent`(kilobytes: Int) async throws {
        let bytes = 65_536
        let bare = try await start("fill", "\(bytes)", kilobytes: kilobytes, isWatched: false).end()
        let watched = try await start("fill", "\(bytes)", kilobytes: kilobytes).end()
        #expect((bare.status, watched.status) == (5, 5))
        let counts = try [bare, watched].map { try #require(Int($0.output.dropLast())) }
        let header = 16
        let taken = (counts[0] - counts[1]) * (bytes + header) / 1024
        #expect(taken <= kilobytes * 3 / 100, "\(taken) kB of \(kilobytes)")
        #expect(watched.errors == "")
    }

    @Test
    func `Counts are exact under a limit, with a graph and without`() async throws {
        let program = try start("hold", "40000", kilobytes: 1_048_576)
        await program.isReady()
        for (number, graph) in [(UInt32(1), false), (2, true)] {
            let snapshot = try await program.request(number, graph: graph)
            #expect(!snapshot.header.isIncomplete)
            #expect((20_000...20_100).contains(snapshot.header.rawBlocks), "\(snapshot.header.rawBlocks)")
        }
        program.endInput()
        #expect(await program.end().status == 5)
    }

    @Test
    func `Blocks that have no room in the tables are said to be missing, and the program goes on`() async throws {
        let program = try start("hold", "1000000", kilobytes: 400_000)
        await program.isReady()
        let snapshot = try await program.request(1)
        #expect(snapshot.header.isIncomplete)
        #expect(snapshot.header.rawBlocks > 50_000)
        program.endInput()
        let ending = await program.end()
        #expect(ending.status == 5)
        #expect(ending.errors == "")
    }

    @Test
    func `A census that finds no memory fails in one line, and the program goes on`() async throws {
        let program = try start("ready when full", "4096", kilobytes: 400_000)
        await program.isReady()
        let wrong = await #expect(throws: WrongAnswer.self) { try await program.request(1) }
        // Which step finds none first depends on the addresses of the run.
        let reasons = [
            "the copy of the process could not write what it found: Cannot allocate memory",
            "no memory for what the copy of the process finds",
        ]
        let lines = reasons.map { "request-1.error instead of request-1.olheap: \($0)\n" }
        #expect(lines.contains(try #require(wrong).description), "\(wrong?.description ?? "")")
        program.endInput()
        #expect(await program.end().status == 5)
    }

    @Test
    func `A limit that is too low for the tier is refused in one line, with the limit that is enough`() async throws {
        let program = try start("fill", "65536", kilobytes: 200_000)
        let ending = await program.end()
        #expect(ending.status == 5)
        let reason = try #require(try program.hello().refusal)
        #expect(reason.hasPrefix("its address space is limited to 200000 kB (RLIMIT_AS, ulimit -v), of which the tier"))
        #expect(ending.errors == "outlive: process \(program.process.processIdentifier) is not watched: \(reason)\n")
        let words = reason.split(separator: " ")
        let enough = try #require(words.dropLast().last.flatMap { Int($0) }, "\(reason)")
        let other = try start("fill", "65536", kilobytes: enough)
        #expect(await other.end().errors == "")
        #expect(try other.hello().refusal == nil)
    }

    @Test
    func `A limit that the program sets later fails its own allocations alone`() async throws {
        let program = try WatchedProgram(arguments: ["limit later", "1000000"], executable: program)
        let ending = await program.end()
        #expect(ending.status == 7)
        #expect(ending.errors == "")
    }

    @Test
    func `Allocations are sampled under a limit`() async throws {
        let program = try start("hold", "100000", kilobytes: 400_000, environment: ["OUTLIVE_HEAP_SAMPLE": "4096"])
        await program.isReady()
        let snapshot = try await program.request(1)
        #expect(snapshot.sampling?.rate == 4096)
        #expect(snapshot.header.rawBlocks > 30_000, "\(snapshot.header.rawBlocks) of 50 000")
        program.endInput()
        #expect(await program.end().status == 5)
    }
}
#endif
