#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// The libraries that frames lie in, also where they come and go.
struct ModuleTests {
    // Volatile, so that the call is no jump.
    private static let library = """
        #include <stdlib.h>
        void *make(size_t size) {
            void *volatile block = malloc(size);
            return block;
        }
        """

    // A library takes the place of the one that was closed before it.
    private static let program = """
        #include <dlfcn.h>
        #include <stdbool.h>
        #include <stdint.h>
        #include <stdlib.h>

        extern void *swift_allocObject;
        void *volatile keep = (void *)&swift_allocObject;
        extern bool outl_heap_census(uint32_t, bool, bool) __attribute__((weak));
        static void *volatile kept[8];

        int main(int count, char **libraries) {
            for (int index = 1; index < count; index++) {
                void *library = dlopen(libraries[index], RTLD_NOW);
                void *(*make)(size_t) = library ? (void *(*)(size_t))dlsym(library, "make") : NULL;
                if (!make) { return 3; }
                kept[index] = make(70000 + 1000 * index);
                dlclose(library);
                // The tier sees that it has gone.
                if (!outl_heap_census((uint32_t)index, false, false)) { return 2; }
            }
            return outl_heap_census(9, true, false) ? 0 : 2;
        }
        """

    @Test
    func `A frame belongs to the library that was loaded when the block was allocated`() async throws {
        let folder = try Folder()
        let source = try folder.write(Self.library, as: "library.c")
        let (first, second) = (
            try await Toolchain.buildC(source, in: folder.url, options: ["-shared", "-fPIC"]),
            try await Toolchain.buildC(source, in: folder.url, options: ["-shared", "-fPIC"])
        )
        let path = try await Toolchain.buildC(
            try folder.write(Self.program, as: "program.c"), in: folder.url, options: ["-ldl"])
        // Several times, as what is mapped in between may take a library's place at first.
        let libraries = [first, first, first, first, first, second, first]
        let program = try WatchedProgram(arguments: libraries, executable: path)
        #expect(await program.end().status == 0)
        let snapshot = try program.finishedSnapshot("request-9")
        var sites = AllocationStacks(snapshot)
        for (index, library) in libraries.enumerated() {
            let size = UInt64(71_000 + 1_000 * index)
            let node = try #require(snapshot.nodes.firstIndex { (size..<size + 64).contains($0.bytes) })
            #expect(sites.mostFrequent(of: [node]).frames.first?.module == library, "\(index)")
        }
    }
}
#endif
