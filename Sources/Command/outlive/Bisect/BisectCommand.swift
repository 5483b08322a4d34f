internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct BisectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Finds the commit, or the version of a package, that brought a leak.",
        usage: "outlive bisect --good <rev> [<options>] -- <options of soak>",
        discussion: """
            Each tried commit is checked out in a folder of its own, built and soaked with the options after --, whose \
            relative paths begin there. What does not build, launch or end is skipped. The work tree, its index and \
            branches are not touched. Builds are kept in $XDG_CACHE_HOME/outlive (~/.cache/outlive), and used again. \
            With 'git bisect run', use 'outlive soak --for-bisect'. Exit codes: 0 found, 3 not found, 64 wrong usage, \
            130 interrupted.

            Examples:

              # Find the commit since a tag that brought the first leak of HEAD
              outlive bisect --good 1.4.0 -- --heap \\
                --launch '.build/debug/app --port {port}' \\
                --ready 'tcp:127.0.0.1:{port}' --work 'http://127.0.0.1:{port}/'
              # Find the version of a package that brought a certain leak
              outlive bisect --package swift-nio --good 2.80.0 \\
                --fingerprint 992e4941cd6f202b -- --config soak.yml
            """)

    @Option(help: .init("A revision without the leak; with --package, a version.", valueName: "rev"))
    var good: String

    @Option(
        help: .init("A revision with the leak. (default: HEAD, or the version in Package.resolved)", valueName: "rev"))
    var bad: String?

    @Option(
        help: .init("The cause to find, of a report. (default: the first leak of --bad)", valueName: "fingerprint"))
    var fingerprint: String?

    @Option(
        name: .customLong("package"),
        help: .init("Search the versions of this dependency of HEAD, as Package.resolved names it.", valueName: "name"))
    var package: String?

    @Option(
        help: .init("The command that builds, without a shell. (default: swift build)", valueName: "cmd"),
        transform: Command.init(words:))
    var build: Command?

    @Argument(parsing: .postTerminator, help: .hidden)
    var soakOptions: [String] = []

    func validate() throws {
        guard !soakOptions.isEmpty else {
            throw ValidationError("the options of outlive soak are missing: add them after --")
        }
        for (option, value) in [("--good", good), ("--bad", bad ?? " "), ("--package", package ?? " ")] {
            guard !value.isEmpty, !value.hasPrefix("-") else {
                throw ValidationError("\(option) is '\(value.onOneLine(upTo: 80))': name a revision")
            }
        }
        guard fingerprint.map({ $0.wholeMatch(of: /[0-9a-f]{16}/) != nil }) ?? true else {
            throw ValidationError("--fingerprint has 16 digits: copy it from a report")
        }
        guard soakOptions.first != "soak" else {
            throw ValidationError("the options after -- are those of soak: leave out the word soak")
        }
        _ = try SoakCommand.checked(soakOptions, of: "bisect")
    }

    func run() async throws {
        guard let outlive = Bundle.main.executablePath else { throw ExitCode.failed }
        let searching = Task { try await search(outlive) }
        let interrupts = watchInterrupts(
            first: { searching.cancel() },
            second: {
                killLaunchedProcesses()
                Foundation.exit(Outcome.interrupted.rawValue)
            })
        defer { interrupts.forEach { $0.cancel() } }
        do {
            let found = try await searching.value
            try print(found.text(style: TextStyle(of: STDOUT_FILENO)), as: .result)
        } catch is CancellationError {
            throw ExitCode(.interrupted)
        }
    }

    private func search(_ outlive: String) async throws -> Bisection {
        let repository = try await GitRepository.ofWorkingDirectory()
        let builds = try RevisionBuilds(
            of: repository, build: build ?? Command(program: "swift", arguments: ["build"]),
            soak: Command(program: outlive, arguments: ["soak"] + soakOptions)
        ) { try Report(readFrom: $0) }
        let subject: any BisectSubject =
            if let package {
                try await PackageHistory(package, of: repository, good: good, bad: bad, builds: builds)
            } else {
                try await CommitHistory(of: repository, good: good, bad: bad ?? "HEAD", builds: builds)
            }
        printError(
            "outlive: \(counted(subject.revisions.count, "revision")) after \(subject.good.words); "
                + "builds are kept in \(builds.path)")
        return try await BisectRun(subject, fingerprint: fingerprint) { attempt, remaining in
            printError("outlive: \(attempt.words); at most \(remaining) more to measure")
        }.run()
    }
}
