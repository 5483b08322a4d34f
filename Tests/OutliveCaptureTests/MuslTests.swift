#if os(Linux)
import Foundation
import OutliveModel
import Testing

/// The tier linked into a program that uses the C library musl, which it refuses.
@Suite(.enabled(if: Toolchain.muslCompiler != nil, "musl-gcc is not installed"))
struct MuslTests {
    @Test(arguments: [["-O2"], ["-O0", "-static"]])
    func `A program for musl that has the tier linked in runs, and says in one line that it is not watched`(
        options: [String]
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            #include <stdio.h>
            #include <stdlib.h>
            #include "outl_heap.h"
            __attribute__((section("swift5_protocols"), used)) static int mark;
            int main(void) {
                free(malloc(1));
                printf("%d %d\\n", outl_heap_is_tracking(), outl_heap_census(1, true, false));
                return 5;
            }
            """, as: "main.c")
        let executable = folder.url.appendingPathComponent("program").path
        let building = try await WatchedProgram(
            arguments: [
                "-std=gnu17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wno-unknown-pragmas", "-Werror", "-o", executable,
                source,
            ] + options + Toolchain.tierSources + Toolchain.tierFolders.map { "-I\($0)" },
            executable: try #require(Toolchain.muslCompiler), isWatched: false
        ).end()
        try #require(building.status == 0, "\(building.errors)")

        let program = try WatchedProgram(arguments: [], executable: executable, environment: ["LD_PRELOAD": ""])
        let ending = await program.end()
        #expect(ending.status == 5)
        #expect(ending.output == "0 0\n")
        #expect(
            ending.errors == """
                outlive: process \(program.process.processIdentifier) is not watched: the heap tier supports glibc on \
                x86_64 and aarch64 only

                """)
        #expect(try program.hello().refusal == "the heap tier supports glibc on x86_64 and aarch64 only")
        #expect(try program.files() == ["heap.json"])
    }
}
#endif
