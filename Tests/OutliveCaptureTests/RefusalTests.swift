import Foundation
import OutliveHeap
import OutliveModel
import OutliveSymbols
import Testing

/// The library in programs that it cannot, or need not, serve.
struct RefusalTests {
    @Test
    func `The library needs the C library alone`() {
        #expect(ELFImage(path: WatchedProgram.library)?.neededLibraries == ["libc.so.6"])
    }

    @Test
    func `A program that is not Swift is not touched, and no message is printed`() async throws {
        let program = try WatchedProgram(
            arguments: ["-c", "echo out; echo err >&2; sh -c 'exit 3'; echo $?; exit 7"], executable: "/bin/sh",
            environment: ["OUTLIVE_HEAP_PROBE": "1"])
        let ending = await program.end()
        #expect(ending.status == 7)
        #expect(ending.output == "out\n3\n")
        #expect(ending.errors == "err\n")
        #expect(try program.files() == [])
    }

    @Test
    func `Without OUTLIVE_HEAP, or for another target program, the tier is silent`() async throws {
        for environment in [["OUTLIVE_HEAP": ""], ["OUTLIVE_TARGET": "/bin/sh"], ["OUTLIVE_TARGET": "/nowhere"]] {
            let program = try WatchedProgram("loop", "1000", environment: environment)
            let ending = await program.end()
            #expect(ending.status == 0)
            #expect(ending.output == "499500\n")
            #expect(ending.errors == "")
            #expect(try program.files() == [])
        }
    }

    @Test
    func `The greeting has the path of the program, whatever characters it contains`() async throws {
        let folder = try Folder()
        let path = folder.url.appendingPathComponent("a \"quoted\" back\\slash\u{1}").path
        try FileManager.default.copyItem(
            atPath: WatchedProgram.built.appendingPathComponent("heap-fixture").path, toPath: path)
        let program = try WatchedProgram(arguments: ["loop", "1000"], executable: path)
        #expect(await program.end().output == "499500\n")
        #expect(try program.hello().executable == path)
    }

    @Test
    func `The target program is recognised under any name, and greets`() async throws {
        let folder = try Folder()
        let link = folder.url.appendingPathComponent("link").path
        let fixture = WatchedProgram.built.appendingPathComponent("heap-fixture").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture)
        let program = try WatchedProgram(
            "loop", "1000", environment: ["OUTLIVE_TARGET": link, "OUTLIVE_HEAP_FRAMES": "5"])
        #expect(await program.end().output == "499500\n")
        let hello = try program.hello()
        #expect(hello.processID == program.process.processIdentifier)
        #expect(hello.executable.hasSuffix("/heap-fixture"))
        #expect(hello.frames == 5)
        #expect(hello.signal == HeapSignal.number)
        #expect(hello.controls == SelfCheck(leakFound: true, falseAlarm: false))
        #expect(hello.refusal == nil)
    }

    @Test
    func `A probe greets and ends the program before it begins`() async throws {
        let program = try WatchedProgram("loop", "1000", environment: ["OUTLIVE_HEAP_PROBE": "1"])
        let ending = await program.end()
        #expect(ending.status == 0)
        #expect(ending.output == "")
        #expect(try program.hello().controls?.leakFound == true)
        #expect(try program.files() == ["heap.json"])
    }

    @Test
    func `A missing folder is reported, and the program runs`() async throws {
        let program = try WatchedProgram("loop", "1000", environment: ["OUTLIVE_HEAP": "/nowhere/at/all"])
        let ending = await program.end()
        #expect(ending.output == "499500\n")
        #expect(ending.errors.hasPrefix("outlive: "))
        #expect(ending.errors.split(separator: "\n").count == 1)
    }

    @Test
    func `A program with an allocator of its own is refused`() async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            #include <stdio.h>
            #include <stddef.h>
            extern void *__libc_malloc(size_t);
            extern void *swift_allocObject(const void *, size_t, size_t);
            void *volatile keep = (void *)swift_allocObject;
            void *malloc(size_t size) { return __libc_malloc(size); }
            int main(void) { puts("hello"); }
            """, as: "own.c")
        let program = try await Toolchain.buildC(source, in: folder.url)
        try await expectRefusal(of: program, saying: "its own malloc", output: "hello\n")

    }

    private static let family = """
        #include <stddef.h>
        #define FORWARD(result, name, parameters, arguments) \\
            extern result __libc_##name parameters; \\
            result name parameters { return __libc_##name arguments; }
        FORWARD(void *, malloc, (size_t size), (size))
        FORWARD(void *, calloc, (size_t count, size_t size), (count, size))
        FORWARD(void *, realloc, (void *block, size_t size), (block, size))
        FORWARD(void *, memalign, (size_t alignment, size_t size), (alignment, size))
        extern void __libc_free(void *block);
        void free(void *block) { __libc_free(block); }
        int posix_memalign(void **block, size_t alignment, size_t size) {
            *block = __libc_memalign(alignment, size);
            return 0;
        }
        size_t malloc_usable_size(void *block) { return block ? USABLE : 0; }

        """

    @Test(arguments: [
        (
            "#include <stddef.h>\nextern void *__libc_malloc(size_t);\n"
                + "void *malloc(size_t size) { return __libc_malloc(size); }\n",
            "not all functions of the family, with malloc_usable_size"
        ),
        ("#define USABLE 1 << 20\n" + family, "its malloc_usable_size does not bound the blocks"),
        (
            "#define USABLE ((size_t *)block)[-1] & -16\n" + family
                + "__attribute__((section(\"swift5_protocols\"), used)) static int mark;\n",
            "has its own malloc beside Swift code: link or preload the allocator as a shared library of its own"
        ),
    ])
    func `A library behind the tier that cannot be recorded is refused with the reason`(
        source: String, reason: String
    ) async throws {
        let folder = try Folder()
        let library = try await Toolchain.buildC(
            try folder.write(source, as: "library.c"), in: folder.url, options: ["-shared", "-fPIC"])
        let fixture = try WatchedProgram(arguments: ["loop", "1000"], executable: "heap-fixture", allocator: library)
        let ending = await fixture.end()
        #expect(ending.output == "499500\n")
        let refusal = try #require(try fixture.hello().refusal)
        #expect(refusal.hasPrefix(library) && refusal.contains(reason), "\(refusal)")
    }

    @Test
    func `A program with a sanitizer is refused`() async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            #include <stdio.h>
            #include <stddef.h>
            extern void *swift_allocObject(const void *, size_t, size_t);
            void *volatile keep = (void *)swift_allocObject;
            int main(void) { puts("hello"); }
            """, as: "sanitized.c")
        let program = try await Toolchain.buildC(source, in: folder.url, options: ["-fsanitize=address"])
        // The sanitizer wants to come first among libraries, unless it is part of the program, as here.
        try await expectRefusal(of: program, saying: "sanitizer", output: "hello\n")
    }

    @Test
    func `If the greeting cannot be written, the program runs without the tier`() async throws {
        // No file may have any content; and no folder is there.
        for (command, reason, folder) in [
            ("ulimit -f 0; exec \"$0\" end exit", "File too large", [:]),
            ("exec \"$0\" end exit", "No such file or directory", ["OUTLIVE_HEAP": "/nowhere/at/all"]),
        ] as [(String, String, [String: String])] {
            let fixture = WatchedProgram.built.appendingPathComponent("heap-fixture").path
            let program = try WatchedProgram(
                arguments: ["-c", command, fixture], executable: "/bin/sh", environment: folder)
            let ending = await program.end()
            #expect(ending.status == 3)
            #expect(ending.errors.contains("is not watched: OUTLIVE_HEAP cannot be written: \(reason)"))
            #expect(ending.errors.split(separator: "\n").count == 1)
            #expect(try program.files() == [])
        }
    }

    @Test(arguments: [
        ("chmod 750 \"$OUTLIVE_HEAP\"", "it is not private"), ("chmod 701 \"$OUTLIVE_HEAP\"", "it is not private"),
        (#"mkdir -m 700 "$OUTLIVE_HEAP/real"; ln -s real "$OUTLIVE_HEAP/link"; OUTLIVE_HEAP=$OUTLIVE_HEAP/link"#, ""),
    ])
    func `A folder that is not private, or a link to one, is refused`(change: String, reason: String) async throws {
        let fixture = WatchedProgram.built.appendingPathComponent("heap-fixture").path
        let program = try WatchedProgram(
            arguments: ["-c", change + #"; exec "$0" end exit"#, fixture], executable: "/bin/sh")
        let ending = await program.end()
        #expect(ending.status == 3)
        #expect(ending.errors.contains("is not watched: OUTLIVE_HEAP cannot be written: \(reason)"))
        #expect(try program.files().filter { $0 != "real" && $0 != "link" } == [])
        let real = program.folder.appendingPathComponent("real").path
        #expect((try? FileManager.default.contentsOfDirectory(atPath: real)) ?? [] == [])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func `A folder of another user is refused`() async throws {
        let fixture = WatchedProgram.built.appendingPathComponent("heap-fixture").path
        let program = try WatchedProgram(
            arguments: ["-c", #"chown 65534 "$OUTLIVE_HEAP"; exec "$0" end exit"#, fixture], executable: "/bin/sh")
        let ending = await program.end()
        #expect(ending.status == 3)
        #expect(ending.errors.contains("it belongs to another user"))
        #expect(try program.files() == [])
    }

    @Test
    func `A link in the place of the greeting is replaced, and its target stays untouched`() async throws {
        let fixture = WatchedProgram.built.appendingPathComponent("heap-fixture").path
        // The shell's process number is the fixture's.
        let linking = """
            echo precious >"$OUTLIVE_HEAP/victim"
            for name in .heap-$$.json heap-$$.json .heap-$$-exit.part heap-$$-exit.olheap; do
                ln -s victim "$OUTLIVE_HEAP/$name"
            done
            exec "$0" end exit
            """
        let program = try WatchedProgram(arguments: ["-c", linking, fixture], executable: "/bin/sh")
        #expect(await program.end().status == 3)
        #expect(try program.files() == ["heap-exit.olheap", "heap.json", "victim"])
        let victim = program.folder.appendingPathComponent("victim")
        #expect(try String(contentsOf: victim, encoding: .utf8) == "precious\n")
        #expect(try program.hello().frames == 16)
        for name in try FileManager.default.contentsOfDirectory(atPath: program.folder.path) where name != "victim" {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: program.folder.appendingPathComponent(name).path)
            #expect(attributes[.type] as? FileAttributeType == .typeRegular)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    private func expectRefusal(of executable: String, saying reason: String, output: String) async throws {
        let program = try WatchedProgram(arguments: [], executable: executable)
        let ending = await program.end()
        #expect(ending.status == 0)
        #expect(ending.output == output)
        let lines = ending.errors.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("outlive: ") == true)
        #expect(lines.first?.contains(reason) == true, "\(lines)")
        let hello = try program.hello()
        #expect(hello.refusal?.contains(reason) == true)
        #expect(hello.controls == nil)
        #expect(try program.files() == ["heap.json"])
    }
}

extension WatchedProgram {
    /// Returns the record that the program wrote at its start.
    func hello() throws -> HeapStartRecord {
        let name = HeapStartRecord.fileName(processID: process.processIdentifier)
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return try JSONDecoder().decode(HeapStartRecord.self, from: data)
    }
}
