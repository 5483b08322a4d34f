internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveLogs
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct LeaksLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leaks-log",
        abstract: "Finds the causes in what Apple's leaks prints, on any machine.",
        usage: "outlive leaks-log [<options>] [<file> ...]",
        discussion: """
            Reads trees, lists and stacks of leaks, of processes, simulators and memory graphs, with lines of other \
            programs between; the article "Leaks on Apple platforms" has the rules. Exit codes: 0 no leaks, 1 leaks, 3 a \
            file could not be read or has no output of leaks, 64 wrong usage.

            Examples:

              # The causes in the output of a test run, for people and for CI
              leaks --atExit -- ./tests > leaks.txt
              outlive leaks-log leaks.txt --report text --report junit=leaks.xml
              # Each file is of one test, by which it is named
              outlive leaks-log CartTests.txt LoginTests.txt --by-test
            """)

    @Option(help: .init("Least verdict that fails: leak, suspect or never.", valueName: "verdict"))
    var failOn = FailurePolicy.leak
    @Option(help: .init("The test that ran, as Module.Suite.test or Suite.test.", valueName: "name"))
    var test: String?
    @ArgumentParser.Flag(help: "Take the name of each file, without its extension, for the test that ran.")
    var byTest = false
    @Option(
        name: .customLong("run"),
        help: .init("A command whose output is read, on macOS: 'leaks --atExit -- ./tests'.", valueName: "command"))
    var command: String?
    @OptionGroup var output: ReportOptions<ReportFormat>
    @OptionGroup var known: KnownOptions
    @OptionGroup var detail: DetailOptions

    @Argument(help: .init("The output of leaks; - is standard input.", valueName: "file"))
    var files: [String] = []

    func validate() throws {
        guard command == nil || files.isEmpty else {
            throw ValidationError("--run has output of its own: omit the files")
        }
        guard command != nil || !files.isEmpty else {
            throw ValidationError("name the files with the output of leaks; - is standard input")
        }
        #if !os(macOS)
        if command != nil {
            throw ValidationError("--run needs macOS, where leaks is: name the file with its output instead")
        }
        #endif
        if test != nil, byTest { throw ValidationError("--test and --by-test both name the test: use one") }
        try output.check(inputs: files)
    }

    func run() throws {
        let writer = try ReportWriter(output.requests)
        let (known, details) = (try known.source(), try detail.read())
        var (processes, notes): ([(LeakedBlocks, LeakingTest?)], [String]) = ([], [])
        var failures: [Failure] = []
        var tables: [HeapTable] = []
        for path in command.map({ [$0] }) ?? files {
            do {
                let log = try read(path)
                processes += log.processes.map { ($0, testName(of: path)) }
                notes += log.notes(on: FileInput(path: path).name)
                tables += log.tables
                if log.processes.isEmpty, log.tables.isEmpty, log.callers.isEmpty {
                    failures.append(
                        Failure(
                            .harness,
                            "\(FileInput(path: path).name) has no output of leaks: name a file with what it printed"))
                }
            } catch {
                failures.append(
                    Failure(.harness, "cannot read \(FileInput(path: path).name): \(error); name an existing file"))
            }
        }
        let programs = Set(processes.map(\.0.process)).subtracting([""]).sorted()
        let plan = Plan(
            launch: files.map { FileInput(path: $0).name }.joined(separator: ", "),
            program: programs.isEmpty ? "leaks" : programs.joined(separator: ", "), ready: "none", reset: nil,
            done: nil, pairs: 0, warmup: 0, soak: 0, settleSeconds: 0, timeoutSeconds: 0, leaks: .off, failOn: failOn,
            fidelity: .off, seed: 0)
        var report = Report(
            judging: processes, plan: plan, toolVersion: toolVersion,
            startedAt: Date.ISO8601FormatStyle().format(Date()), machine: .current)
        (report.notes, report.failures) = (notes, failures + missing(in: processes.map(\.0)))
        for (_, own) in Dictionary(grouping: tables, by: \.process).sorted(by: { $0.key < $1.key }) {
            report.findings += growth(over: own)
            if own.count == 1 {
                report.notes.append(
                    "one table of heap\(own[0].process.isEmpty ? "" : " of \(own[0].process.onOneLine())") shows no growth: give two or more, in order"
                )
            }
        }
        report.findings = report.findings.worstFirst
        if processes.isEmpty { report.listed?.processes = Set(tables.map(\.process)).count }
        // What is missing may show that a cycle is not of a framework alone.
        if report.failures.isEmpty, report.listed?.isPartial == true,
            !report.findings.contains(where: { $0.verdict == .leak })
        {
            report.failures.append(
                Failure(.noCensus, "no leak of the program is among the leaks that are listed, and others are missing"))
        }
        report.addMissingFingerprints()
        known.apply(to: &report)
        let isWritten = writer.write(report, details)
        if !writer.usesStandardStream { for failure in report.failures { printError("outlive: \(failure.message)") } }
        throw ExitCode(isWritten ? report.outcome : .failed)
    }

    private func read(_ path: String) throws -> LeaksLog {
        var reader = LeaksReader()
        #if os(macOS)
        if command != nil {
            // Not tried: leaks is on no other system.
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", path]
            process.standardOutput = pipe
            try process.run()
            while let piece = try pipe.fileHandleForReading.read(upToCount: 1 << 20), !piece.isEmpty {
                piece.withUnsafeBytes { reader.read($0) }
            }
            process.waitUntilExit()
            return reader.finish()
        }
        #endif
        try FileInput(path: path).read { piece in
            reader.read(piece)
            return true
        }
        return reader.finish()
    }

    /// Returns a failure for output that states leaks and lists none, so that nothing is known about them.
    private func missing(in processes: [LeakedBlocks]) -> [Failure] {
        processes.filter { $0.blocks.isEmpty && ($0.isPartial || $0.stated == nil) }.map { leaked in
            let stated = leaked.stated.map { "\(counted($0.leaks, "leak")) and lists none" } ?? "no number of leaks"
            return Failure(
                .noCensus,
                "the output of \(leaked.process.isEmpty ? "a process" : leaked.process.onOneLine()) states \(stated): "
                    + "it was cut")
        }
    }

    private func testName(of path: String) -> LeakingTest? {
        let name =
            byTest && path != "-"
            ? URL(filePath: path).deletingPathExtension().lastPathComponent : test
        guard let name, !name.isEmpty else { return nil }
        let parts = name.split(separator: ".", omittingEmptySubsequences: true)
        guard parts.count > 2 else { return LeakingTest(name: name, module: "", certain: true) }
        return LeakingTest(
            name: parts.dropFirst().joined(separator: "."), module: String(parts[0]), certain: true)
    }
}

extension LeaksLog {
    /// The notes on what was left out of a file.
    fileprivate func notes(on file: String) -> [String] {
        let lines =
            otherLines == 0
            ? []
            : [
                "\(counted(otherLines, "line")) of \(file) \(otherLines == 1 ? "is" : "are") no output of leaks, or not "
                    + "understood, such as " + examples.map { "'\($0.onOneLine())'" }.joined(separator: ", ")
            ]
        let blocks =
            omitted == 0
            ? []
            : [
                "\(counted(omitted, "block, reference or stack", "blocks, references and stacks")) of \(file) "
                    + "beyond the limits"
            ]
        let allocating = programs.sorted().flatMap { callers.largest(in: $0, 10) }.map { function in
            "\(function.name.onOneLine()) allocates \(function.bytes) bytes in \(function.count) blocks"
        }
        return lines + blocks + allocating
    }
}
