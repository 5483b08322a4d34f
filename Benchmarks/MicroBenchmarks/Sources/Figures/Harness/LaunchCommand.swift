internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveModel

/// `figures launch`: a command launched by Outlive beside the same command launched by hyperfine.
struct LaunchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "The time of a launch, beside hyperfine's.")

    @Option(help: "The path of outlive.") var outlive: String
    @Option(help: "The path of hyperfine.") var hyperfine: String
    @Option(help: "The command that is launched.") var command = "sleep 0.05"
    @Option(help: "Blocks of launches by each, in turn.") var rounds = 8
    @Option(help: "Launches in a block.") var launches = 12

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "outlive-figures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var (ours, theirs) = (Samples(), Samples())
        for round in 0..<rounds {
            // Alternates the order within the rounds.
            for first in [round.isMultiple(of: 2), !round.isMultiple(of: 2)] {
                if first {
                    ours.seconds += try launchedByOutlive(report: folder.appending(path: "report.json").path)
                } else {
                    theirs.seconds += try launchedByHyperfine(export: folder.appending(path: "hyperfine.json").path)
                }
            }
        }
        let ratio = ours.mean / theirs.mean
        let means = "\(TimeUnit.milliseconds.text(ours.mean)) to \(TimeUnit.milliseconds.text(theirs.mean))"
        Figure(
            name: "launch of `\(command)`, mean to hyperfine's", goal: "within 5 %",
            measured: "\(number((ratio - 1) * 100, digits: 1)) % (\(means), n = \(ours.seconds.count) each)",
            holds: abs(ratio - 1) <= 0.05
        ).show()
    }

    private func launchedByOutlive(report: String) throws -> [Double] {
        _ = try output(
            of: outlive,
            [
                "bench", "--launch", command, "--ready", "exit", "--reset", "exec:true", "--pairs", "\(launches)",
                "--warmup", "1", "--soak", "0", "--leaks", "off", "--fidelity", "off", "--report", "json=\(report)",
            ])
        return try readReport(report).samples.filter { $0.arm == .launch && !$0.warmup }.compactMap(\.startSeconds)
    }

    private func launchedByHyperfine(export: String) throws -> [Double] {
        _ = try output(
            of: hyperfine,
            ["-N", "--style", "none", "--warmup", "1", "--runs", "\(launches)", "--export-json", export, command])
        let document = try JSONDecoder().decode(HyperfineExport.self, from: Data(contentsOf: URL(filePath: export)))
        return document.results.flatMap(\.times)
    }
}

/// The part of hyperfine's JSON export that is read.
private struct HyperfineExport: Decodable {
    struct Result: Decodable {
        let times: [Double]
    }

    let results: [Result]
}
