import Foundation
import Glibc
import OutliveModel
import Testing

@testable import OutliveDriver

struct SpawnTests {
    @Test func `An isolated program has three descriptors, though others can be inherited, and leads its group`()
        async throws
    {
        let inheritable = dup(1)
        defer { close(inheritable) }
        let child = try await Child("ls /proc/$$/fd; cut -d' ' -f1,5 /proc/$$/stat")
        #expect(child.lines == ["0", "1", "2", "\(child.id) \(child.id)"])
    }

    @Test func `Streams without a descriptor are empty`() async throws {
        let child = try await Child("readlink /proc/$$/fd/0 /proc/$$/fd/2; cat; echo lost >&2")
        #expect(child.lines == ["/dev/null", "/dev/null"])
        #expect(child.status == .exited(0))
    }

    @Test func `One descriptor can be the input and the output`() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let id = try spawn(
            "sh", ["sh", "-c", "read word; echo $word $word"], environment: [:],
            sharing: .isolated(input: ends[1], output: ends[1]))
        close(ends[1])
        #expect(write(ends[0], "ab\n", 3) == 3)
        #expect(try await end(of: id) == .exited(0))
        var answer = [UInt8](repeating: 0, count: 16)
        #expect(read(ends[0], &answer, answer.count) == 6)
        #expect(String(decoding: answer.prefix(6), as: UTF8.self) == "ab ab\n")
        close(ends[0])
    }

    @Test func `A program has no variables but those that are passed`() async throws {
        let child = try await Child("exec /usr/bin/env", environment: ["A": "1=2", "B": ""])
        #expect(Set(child.lines).isSuperset(of: ["A=1=2", "B="]))
        #expect(child.lines.allSatisfy { !$0.hasPrefix("HOME=") && !$0.hasPrefix("USER=") })
    }

    @Test func `An isolated program has default signals, and one in the foreground keeps ignored ones`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGUSR1, SIG_IGN)
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            let script = "grep -E '^Sig(Blk|Ign)' /proc/self/status"
            let usr1 = UInt64(1) << (SIGUSR1 - 1)
            for (sharing, ignored) in [(SpawnSharing.foreground(), usr1), (.isolated(output: 1), 0)] {
                var ends: [Int32] = [-1, -1]
                #expect(pipe(&ends) == 0)
                dup2(ends[1], 1)
                let id = try spawn("sh", ["sh", "-c", script], environment: [:], sharing: sharing)
                #expect(ProcessExit.await(processID: id).status == .exited(0))
                var text = [UInt8](repeating: 0, count: 256)
                let count = read(ends[0], &text, text.count)
                let masks = String(decoding: text.prefix(count), as: UTF8.self).split(separator: "\n")
                    .compactMap { UInt64($0.split(separator: "\t")[1], radix: 16) }
                try #require(masks.count == 2)
                #expect(masks[0] == 0)
                #expect(masks[1] & usr1 == ignored)
            }
        }
    }

    @Test func `A program in the foreground shares the group and the descriptors of this process`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { unlink(file) }
        let inherited = open(file, O_RDWR | O_CREAT, 0o600)
        defer { close(inherited) }
        let id = try spawn(
            "sh", ["sh", "-c", "cut -d' ' -f5 /proc/$$/stat >/proc/$$/fd/\(inherited)"], environment: [:],
            sharing: .foreground())
        #expect(try await end(of: id) == .exited(0))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(getpgrp())\n")
    }

    @Test(arguments: [
        ("no-such-program-anywhere", ENOENT), ("/no/such/program", ENOENT), ("/dev/null/program", ENOTDIR),
        ("/", EACCES), ("/etc/passwd", EACCES),
    ])
    func `A program that cannot be executed is reported by the code of exec`(program: String, code: Int32) {
        let error = #expect(throws: SystemError.self) {
            try spawn(program, [program], environment: [:], sharing: .isolated())
        }
        #expect(error?.code == code)
    }

    @Test func `A file without a format that the system knows is reported as such`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { unlink(file) }
        try await ProgramFile.write("hello\n", to: file)
        let error = #expect(throws: SystemError.self) {
            try spawn(file, [file], environment: [:], sharing: .isolated())
        }
        #expect(error?.code == ENOEXEC)
    }

    @Test(arguments: [("exit 3", ProcessExit.Status.exited(3)), ("kill -KILL $$", .killed(SIGKILL))])
    func `The exit status or the signal that ended a program is known`(script: String, status: ProcessExit.Status)
        async throws
    {
        #expect(try await Child(script).status == status)
    }
}

/// The processes of commands and applications, and what remains of them in this process.
@Suite(.timeLimit(.minutes(2)))
struct ChildProcessTests {
    @Test func `Commands leave no descriptor and no zombie behind`() async {
        await #expect(processExitsWith: .success) {
            let command = Command(program: "sh", arguments: ["-c", "echo a; echo b >&2"])
            func run() async throws {
                _ = try await command.runExpectingSuccess(for: .tool, failingWith: .harness)
                _ = try? ChildProcess.spawn(
                    Command(program: "/"), mark: .command(), environment: [:], output: OutputBuffer(limit: 10))
            }
            // The first run opens what stays open, such as the watchdog's socket.
            try await run()
            let before = try openDescriptors()
            for _ in 0..<10 { try await run() }
            // They are closed on a queue, and a wait opens one for its timer.
            try await pollUntilAnswered { try openDescriptors() < before + 10 ? () : nil }
            #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        }
    }

    @Test func `Both streams are read, apart or as one`() async throws {
        let command = Command(program: "sh", arguments: ["-c", "echo a; echo b >&2; printf c"])
        let (output, errors, both) = (
            OutputBuffer(limit: 100), OutputBuffer(limit: 100), OutputBuffer(limit: 100)
        )
        let apart = try ChildProcess.spawn(
            command, mark: .command(), environment: [:], output: output, errors: errors)
        let together = try ChildProcess.spawn(command, mark: .command(), environment: [:], output: both)
        for child in [apart, together] {
            #expect(try await child.exit.get().isSuccess)
            try await child.end(nil)
        }
        #expect(output.excerpt == "a\nc")
        #expect(errors.excerpt == "b\n")
        #expect(both.excerpt == "a\nb\nc")
    }

    @Test func `The output of a daemon is read on after the launched process has ended`() async throws {
        let output = OutputBuffer(limit: 100)
        let ended = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { unlink(ended) }
        // More than a pipe holds.
        let daemon = "until [ -e \(ended) ]; do sleep 0.01; done; head -c 2000000 /dev/zero; echo; echo done"
        let child = try ChildProcess.spawn(
            Command(program: "sh", arguments: ["-c", "(\(daemon)) &"]), mark: .command(), environment: [:],
            output: output)
        #expect(try await child.exit.get().isSuccess)
        #expect(output.received == 0)
        try Data().write(to: URL(filePath: ended))
        try await pollUntilAnswered { output.excerpt == "done\n" ? () : nil }
        #expect(output.received == 2_000_006)
        try await child.end(nil)
    }

    @Test func `Missing descriptors are reported in one line`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 32, rlim_max: 32)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var taken: [Int32] = []
            while let last = Optional(dup(1)), last >= 0 { taken.append(last) }
            let failure = try await failure {
                try ChildProcess.spawn(
                    Command(program: "true"), mark: .command(), environment: [:], output: OutputBuffer(limit: 10))
            }
            for descriptor in taken { close(descriptor) }
            #expect(
                failure?.message
                    == "cannot start 'true': Too many open files: no more descriptors are free; raise the limit with "
                    + "ulimit -n")
        }
    }
}

/// An isolated shell, from its start to its end.
private struct Child {
    let id: pid_t
    let status: ProcessExit.Status
    let lines: [String]

    init(_ script: String, environment: [String: String] = [:]) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { unlink(file) }
        let output = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(output) }
        id = try spawn(
            "sh", ["sh", "-c", script], environment: environment, sharing: .isolated(output: output))
        status = try await end(of: id)
        lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}

/// Returns the number of open descriptors of this process, and the one that counts them.
private func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

/// Waits for the end of a child, and reaps it.
private func end(of id: pid_t) async throws -> ProcessExit.Status {
    try await onOwnThread { _ in
        let exit = ProcessExit.await(processID: id)
        waitpid(id, nil, 0)
        return exit.status
    }
}
