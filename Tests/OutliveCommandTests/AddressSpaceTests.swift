#if os(Linux)
import Testing

/// The command under a limit of address space (`ulimit -v`).
struct AddressSpaceTests {
    /// Runs `outlive` with 400 000 kB.
    private func outlive(_ arguments: [String]) async throws -> Run {
        let script = "ulimit -v 400000; exec \"$0\" \"$@\""
        return try await Started("/bin/sh", ["-c", script, Built.outlive] + arguments).end()
    }

    @Test
    func `Commands whose threads have no room end with one line that names the limit`() async throws {
        let launch = ["--launch", "true", "--ready", "exit", "--work", "exec:true"]
        let commands = [["doctor"], ["run", "--", "true"], ["soak", "--heap"] + launch]
        for command in commands {
            let run = try await outlive(command)
            #expect(run.status == 3, "\(command)")
            #expect(run.output == "", "\(command)")
            let lines = run.errors.split(separator: "\n")
            #expect(lines.count == 1, "\(run.errors)")
            let start = "outlive: the address space is limited to 400000 kB (ulimit -v), and outlive needs "
            #expect(lines.first?.hasPrefix(start) == true, "\(run.errors)")
        }
    }

    @Test
    func `Help needs no such room`() async throws {
        #expect(try await outlive(["--help"]).status == 0)
    }
}
#endif
