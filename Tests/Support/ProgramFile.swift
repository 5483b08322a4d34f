internal import Foundation

/// Creates files that are run at once.
///
/// Another process writes them. A child that a concurrent test starts would otherwise inherit the file open for
/// writing, and until it closes the file, running it would fail (`ETXTBSY`, see `execve(2)`).
package enum ProgramFile {
    /// Writes a script or other file to run as a program.
    package static func write(_ text: String, to path: String, mode: Int = 0o755) async throws {
        try await run(#"printf %s "$0" >"$1" && chmod "$2" "$1""#, text, path, String(mode, radix: 8))
    }

    /// Copies a program.
    package static func copy(_ program: String, to path: String) async throws {
        try await run(#"cp "$0" "$1""#, program, path)
    }

    private static func run(_ script: String, _ words: String...) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script] + words
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status == 0 else { throw Broken("'\(script)' ended with status \(status)") }
    }
}
