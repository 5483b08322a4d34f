import Foundation
import Testing

/// The script of `action.yml`, with a script in the place of `scripts/install`.
@Suite struct InstallActionTests {
    @Test(arguments: ["/opt/x\n/tmp/evil", "/opt/x\r", "\u{7F}", "/opt/\u{1B}[2J"])
    func `A control character in an input is refused in one line, and nothing is installed`(prefix: String) async throws
    {
        let (run, scratch) = try await install(into: prefix)
        #expect(run.status == 64)
        #expect(run.output.hasPrefix("::error::the input prefix has a line break or another control character"))
        #expect(run.output.split(separator: "\n").count == 1 && run.errors.isEmpty, "\(run.output)\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.file("path")))
        #expect(!FileManager.default.fileExists(atPath: scratch.file("installed")))
    }

    @Test func `A folder of any printable name is passed on as it is`() async throws {
        let prefix = "/opt/it's \"$(touch x)\" \u{E4}"
        let (run, scratch) = try await install(into: prefix)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let files = try ["installed", "path", "output"].map {
            try String(contentsOfFile: scratch.file($0), encoding: .utf8)
        }
        #expect(files == ["--prefix \(prefix)\n", "\(prefix)/bin\n", "prefix=\(prefix)\n"])
    }

    private func install(into prefix: String) async throws -> (Run, Scratch) {
        let action = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../action.yml"), encoding: .utf8)
        let script = try #require(action.split(separator: "run: |\n").last)
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.file("scripts"), withIntermediateDirectories: true)
        let installer = scratch.file("scripts/install")
        try "#!/bin/sh\necho \"$@\" >\(scratch.file("installed"))\n".write(
            toFile: installer, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: installer)
        // As GitHub runs a step of bash.
        let run = try await Started(
            "/bin/bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", String(script)],
            environment: [
                "PREFIX": prefix, "GITHUB_ACTION_PATH": scratch.path, "GITHUB_PATH": scratch.file("path"),
                "GITHUB_OUTPUT": scratch.file("output"),
            ]
        ).end()
        return (run, scratch)
    }
}
