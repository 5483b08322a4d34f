internal import Foundation
internal import Testing

struct MainLoopTests {
    @Test func `Tasks of the main actor run while GLib's loop does, but not in a nested loop`() throws {
        let program = Process()
        let output = Pipe()
        let fixture = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "main-loop-fixture")
        // `timeout` ends a loop that does not end.
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = ["timeout", "60", fixture.path]
        program.standardOutput = output
        try program.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        #expect(
            text.split(separator: "\n") == [
                "before", "after a sleep", "on the main queue", "in the nested loop", "the nested loop has ended",
                "after the nested loop",
            ])
    }
}
