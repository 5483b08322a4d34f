internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

struct TourCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tour",
        abstract: "Shows in a minute what Outlive does: builds a program with a leak, finds it, and mends it.",
        discussion: """
            Each step prints the command it runs, so that it can be repeated by hand. On a terminal it waits for Return. \
            The program, the page and the snapshot stay in the folder. Needs swiftc. Exit codes: 0 done, 3 a step \
            failed, 64 wrong usage, 130 interrupted.

            Examples:

              outlive tour
              outlive tour /tmp/tour
            """)

    @Argument(help: .init("A new folder for the files of the tour.", valueName: "folder"))
    var folder = "outlive-tour"

    func run() async throws {
        try makeFolder()
        for step in TourStep.all {
            print(step.heading)
            for command in step.commands { try await run(command, of: step) }
            if !step.isLast { waitForReturn() }
        }
        print("\nThe files are in \(folder). The next steps: README.md, and 'outlive --help'.")
    }

    private func print(_ text: String) {
        try? writeAll((text + "\n").utf8, to: STDOUT_FILENO)
    }

    private func waitForReturn() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
        try? writeAll("\nReturn goes on.".utf8, to: STDOUT_FILENO)
        _ = readLine()
    }

    /// Creates the folder.
    ///
    /// - Throws: `Failure` if there is one, if it cannot be created, or without a compiler.
    private func makeFolder() throws(Failure) {
        guard Command(program: "swiftc").isInstalled else {
            throw Failure(.harness, "the tour builds a program, and there is no swiftc; install Swift, or correct PATH")
        }
        do {
            try FileManager.default.createDirectory(
                at: URL(filePath: folder).deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw Failure(.harness, "cannot create the folder \(folder): \(error.localizedDescription)")
        }
        // Fails also if another user makes the folder, or a link, at the last moment.
        guard mkdir(folder, 0o777) == 0 else {
            let error = SystemError(code: errno)
            throw Failure(
                .harness,
                error.code == EEXIST
                    ? "\(folder) exists; name a new folder: outlive tour FOLDER"
                    : "cannot create the folder \(folder): \(error)")
        }
    }

    /// Writes the source that a step shows, and runs a command with the standard streams of this process.
    ///
    /// - Throws: `Failure` unless the command exits with the expected status; `ExitCode` after an interrupt.
    private func run(_ command: (text: String, status: Int32), of step: TourStep) async throws {
        let folder = URL(filePath: folder)
        do throws(SystemError) {
            try ReportFile(path: folder.appending(path: TourStep.file).path).write(Array(step.source.utf8))
        } catch {
            throw Failure(.harness, "cannot write to \(folder.path): \(error)")
        }
        try writeAll("\n$ \(command.text)\n\n".utf8, to: STDOUT_FILENO)
        // The shell changes the folder, which a process has only one of, and then becomes the command.
        let words = ["-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path] + words(of: command.text)
        let ended = try await Command(program: "/bin/sh", arguments: words).runInForeground()
        guard let ending = ended else { throw ExitCode(.interrupted) }
        guard ending == .exited(command.status) else {
            throw Failure(.harness, "'\(command.text)' ended with \(ending), not with exit status \(command.status)")
        }
    }

    /// Returns the words of a command. In the texts of the tour, quotation marks enclose whole words.
    private func words(of text: String) -> [String] {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        let words = parts.enumerated().flatMap { index, part in
            index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
        }
        guard words.first == "outlive" else { return words }
        return [URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path] + words.dropFirst()
    }
}
