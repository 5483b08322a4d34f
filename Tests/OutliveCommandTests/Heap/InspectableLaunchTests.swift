import Foundation
import OutliveTestSupport
import Testing

/// The launch of programs that permit their inspection.
struct InspectableLaunchTests {
    @Test func `The launched process names its parent as its tracer, and becomes the program`() async throws {
        let scratch = try Scratch()
        let source = """
            #include <stdio.h>
            int prctl(int option, unsigned long value) {
                if (option == 0x59616d61) { dprintf(1, "permitted %lu\\n", value); }
                return 0;
            }
            """
        try Data(source.utf8).write(to: URL(fileURLWithPath: scratch.file("calls.c")))
        let made = try await Started(
            "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", scratch.file("calls.so"), scratch.file("calls.c")]
        ).end()
        try #require(made.status == 0, "\(made.errors)")
        let run = try await Started(
            Built.outlive, ["--launch-inspectable", "/bin/sh", "the name", "-c", "echo $PPID $0", "word"],
            environment: ["LD_PRELOAD": scratch.file("calls.so")]
        ).end()
        #expect(run.status == 0)
        #expect(run.output == "permitted \(getpid())\n\(getpid()) word\n")
    }

    @Test func `A program that cannot be started is reported`() async throws {
        let run = try await Started(Built.outlive, ["--launch-inspectable", "/does/not/exist", "name"]).end()
        #expect(run.status == 3)
        #expect(run.errors == "outlive: cannot start '/does/not/exist': No such file or directory\n")
    }
}
