internal import ArgumentParser
internal import Foundation

/// `figures pages`: the processor time of pages, exports and the terminal browser for a heap with many stacks and types.
struct PagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages", abstract: "The time and the size of what outlive makes of a large snapshot.")

    @Option(help: "The path of outlive.") var outlive: String
    @Option(help: "The path of warehouse, whose heap it is.") var program: String
    @Option(help: "The path of the preload library.") var library: String
    @Option(help: "How often each is made; the median counts.") var rounds = 3

    /// A result of `outlive heap`, with its limits.
    private struct Subject {
        var name: String
        var options: [String]
        var seconds: Double
        /// The file that is written, and its largest size in MB if one is promised.
        var file: String?
        var megabytes: Double?
    }

    func run() throws {
        try withFolder { folder in
            let (earlier, later) = try snapshots(in: folder)
            let subjects = [
                Subject(name: "page", options: ["--report", "html=\(folder)/page"], seconds: 5, file: "page"),
                Subject(
                    name: "page with --diff", options: ["--diff", earlier, "--report", "html=\(folder)/diff"],
                    seconds: 8, file: "diff"),
                Subject(
                    name: "heapsnapshot", options: ["--export", "heapsnapshot=\(folder)/devtools"], seconds: 5,
                    file: "devtools"),
                Subject(name: "--top", options: ["--top"], seconds: 1.5),
                Subject(name: "pprof", options: ["--export", "pprof=\(folder)/pprof"], seconds: 1.5, file: "pprof"),
                Subject(
                    name: "folded", options: ["--export", "folded=\(folder)/folded"], seconds: 5, file: "folded",
                    megabytes: 20),
                Subject(
                    name: "speedscope", options: ["--export", "speedscope=\(folder)/speedscope"], seconds: 5,
                    file: "speedscope", megabytes: 20),
            ]
            for subject in subjects {
                let times = try times { _ = try output(of: outlive, ["heap", later] + subject.options) }
                let size = try subject.file.map { try megabytes(of: "\(folder)/\($0)") }
                let limits =
                    ["\(number(subject.seconds, digits: 1)) s"]
                    + (subject.megabytes.map { ["\(number($0, digits: 0)) MB"] } ?? [])
                Figure(
                    name: "heap of the warehouse: \(subject.name)", goal: "at most \(limits.joined(separator: ", "))",
                    measured: text(times) + (size.map { ", \(number($0, digits: 2)) MB" } ?? ""),
                    holds: times.median <= subject.seconds && (size ?? 0) <= subject.megabytes ?? .infinity
                ).show()
            }
            let browsed = try times { try browse(later) }
            Figure(
                name: "heap of the warehouse: first screen of the browser", goal: "at most 1 s",
                measured: text(browsed), holds: browsed.median <= 1
            ).show()
        }
    }

    /// Runs the program and returns the paths of its two snapshots.
    private func snapshots(in folder: String) throws -> (String, String) {
        let arm = HeapArm.withStacks
        _ = try output(of: program, [], environment: arm.environment(library: library, folder: folder))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".olheap") }
        guard names.count == 2 else { throw ValidationError("\(names.count) of 2 snapshots were written") }
        let paths = names.sorted().map { "\(folder)/\($0)" }
        return (paths[0], paths[1])
    }

    /// Shows the browser in a terminal of its own and leaves it at once.
    private func browse(_ snapshot: String) throws {
        var (ours, theirs) = (Int32(), Int32())
        var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ours, &theirs, nil, nil, &size) == 0 else { throw ValidationError("there is no terminal") }
        let (terminal, keys) = (FileHandle(fileDescriptor: theirs), FileHandle(fileDescriptor: ours))
        let process = Process()
        process.executableURL = URL(filePath: outlive)
        process.arguments = ["heap", snapshot]
        process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) = (terminal, terminal, terminal)
        try process.run()
        try terminal.close()
        // The browser takes what is typed ahead after its first screen.
        try keys.write(contentsOf: Data("q".utf8))
        var shown = 0
        // The end of a terminal is an error, with which a handle would lose what it has read.
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(ours, &bytes, bytes.count), count > 0 { shown += count }
        process.waitUntilExit()
        try keys.close()
        guard process.terminationStatus == 0, shown > 1000 else { throw ValidationError("the browser showed nothing") }
    }

    /// Returns the processor time of the programs that a body runs, in seconds, which excludes other load.
    private func times(_ body: () throws -> Void) rethrows -> Samples {
        var samples = Samples()
        for _ in 0..<rounds {
            let start = secondsOfChildren()
            try body()
            samples.seconds.append(secondsOfChildren() - start)
        }
        return samples
    }

    private func secondsOfChildren() -> Double {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        #else
        getrusage(RUSAGE_CHILDREN, &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    private func megabytes(of path: String) throws -> Double {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return Double(size ?? 0) / 1e6
    }

    private func text(_ times: Samples) -> String {
        "\(number(times.median, digits: 2)) s of processor time (n = \(times.seconds.count))"
    }
}
