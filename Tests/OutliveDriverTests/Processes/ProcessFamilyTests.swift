import Foundation
import Glibc
import Testing

@testable import OutliveDriver

/// The members of a family that only their initial environment shows.
struct ProcessFamilyTests {
    @Test(.timeLimit(.minutes(1)))
    func `A daemon is a member also while it executes a program`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = folder + "/again"
        try "test $1 -gt 0 && exec sh \(script) $(($1 - 1))\nexec sleep 60\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        let launcher = Process()
        launcher.executableURL = URL(fileURLWithPath: "/bin/sh")
        launcher.arguments = ["-c", "setsid sh \(script) 1000 </dev/null >/dev/null 2>&1 & echo $!"]
        launcher.environment = ["PATH": "/usr/bin:/bin", "OUTLIVE_TEST_MARK": folder]
        let output = Pipe()
        launcher.standardOutput = output
        try launcher.run()
        let text = try #require(try output.fileHandleForReading.readToEnd())
        let daemon = try #require(pid_t(String(decoding: text, as: UTF8.self).filter(\.isNumber)))
        defer { kill(daemon, SIGKILL) }

        let family = ProcessFamily(
            of: launcher.processIdentifier, marks: ["OUTLIVE_TEST_MARK": folder])
        var looks = 0
        while let entry = ProcessEntry(daemon), entry.name != "sleep" {
            let members = family.members(in: [entry])
            #expect(members.contains(entry), "after \(looks) looks")
            looks += 1
        }
        #expect(looks > 100)
    }
}
