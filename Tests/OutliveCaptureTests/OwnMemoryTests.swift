#if os(Linux)
import OutliveHeap
import Testing

/// The tier's own memory, which must not count as a holder.
struct OwnMemoryTests {
    // For code without frame pointers the frame register is like any other. Here it holds a block's address on each of
    // the threads, which still exist, and the tier keeps the values that it found there.
    private static let source = """
        #include <dlfcn.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <stdbool.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>

        enum { thread_count = 40, block_size = 4240 };
        extern void *swift_allocObject;
        void *volatile keep = (void *)&swift_allocObject;
        static sem_t ready;
        static uintptr_t hidden; // All bits the other way round, so that it is no reference.

        __attribute__((noinline)) static void allocate(void) {
            void *result;
            __asm__ volatile(
                "push %%rbp; mov %%rsp, %%rbx; and $-16, %%rsp; mov %2, %%rbp; not %%rbp; call malloc@PLT;"
                "xor %%ebp, %%ebp; mov %%rbx, %%rsp; pop %%rbp"
                : "=a"(result) : "D"(24L), "r"(hidden)
                : "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
            free(result);
        }

        static void *run(void *unused) {
            allocate();
            sem_post(&ready);
            for (;;) { sem_t never; sem_init(&never, 0, 0); sem_wait(&never); }
            return unused;
        }

        int main(void) {
            sem_init(&ready, 0, 0);
            hidden = ~(uintptr_t)malloc(block_size);
            for (int index = 0; index < thread_count; index++) {
                pthread_t thread;
                pthread_create(&thread, NULL, run, NULL);
            }
            for (int index = 0; index < thread_count; index++) { sem_wait(&ready); }
            bool (*census)(uint32_t, bool, bool) = (bool (*)(uint32_t, bool, bool))dlsym(NULL, "outl_heap_census");
            puts(census && census(1, true, false) ? "true" : "false");
            exit(0);
        }
        """

    @Test
    func `Memory that the tier keeps for threads is no root`() async throws {
        let folder = try Folder()
        let source = try folder.write(Self.source, as: "threads.c")
        let path = try await Toolchain.buildC(source, in: folder.url, options: ["-lpthread", "-fomit-frame-pointer"])
        let program = try WatchedProgram(arguments: [], executable: path)
        #expect(await program.end().output == "true\n")
        let snapshot = try program.finishedSnapshot("request-1")
        let node = try #require(snapshot.nodes.firstIndex { $0.bytes == 4248 })
        #expect(snapshot.threads.count > 40)
        #expect(!snapshot.roots.contains { $0.node == UInt32(node) && $0.kind == .mapping })
    }

    @Test
    func `The tier reuses the memory of an ended thread for others`() async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            #include <pthread.h>
            #include <stdbool.h>
            #include <stdint.h>
            #include <stdlib.h>
            extern void *swift_allocObject;
            void *volatile keep = (void *)&swift_allocObject;
            extern bool outl_heap_census(uint32_t, bool, bool) __attribute__((weak));
            static void *volatile kept[2000];
            // Each keeps a block, which takes one of the records that the thread has in hand.
            static void *run(void *unused) {
                static int count;
                kept[count++] = malloc(24);
                return unused;
            }
            static void start(int count) {
                for (; count > 0; count--) {
                    pthread_t thread;
                    if (pthread_create(&thread, NULL, run, NULL) != 0 || pthread_join(thread, NULL) != 0) { exit(1); }
                }
            }
            int main(void) {
                start(50);
                if (!outl_heap_census(1, false, false)) { return 2; }
                start(1000);
                return outl_heap_census(2, false, false) ? 0 : 2;
            }
            """, as: "ending.c")
        let path = try await Toolchain.buildC(source, in: folder.url, options: ["-lpthread"])
        let program = try WatchedProgram(arguments: [], executable: path)
        #expect(await program.end().status == 0)
        let bytes = try (1...2).map { try program.finishedSnapshot("request-\($0)").header.bookkeepingBytes }
        // Some 2 kB of each thread would be 2 MB.
        #expect(bytes[1] < bytes[0] + 200_000, "\(bytes)")
    }
}
#endif
