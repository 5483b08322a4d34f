internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveModel

/// `figures track`: the cost of a registration, and its cost with glibc's `backtrace`.
struct TrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track", abstract: "The time of a registration with 32 frames, also with glibc's backtrace.")

    @Option(help: "Processes of each kind, one after the other in turn.") var rounds = 6

    func run() throws {
        let stage = try GlibcStage()
        defer { stage.remove() }
        var ours: [Tracking: Samples] = [:]
        var glibc = Samples()
        for _ in 0..<rounds {
            for tracking in Tracking.allCases {
                ours[tracking, default: Samples()].seconds.append(try sample(tracking))
            }
            glibc.seconds.append(try sample(.shortLived, options: ["--unwinder-alone"], environment: stage.environment))
        }
        for (tracking, name, limit) in [
            (Tracking.shortLived, "track, 32 frames, short-lived", 250e-9),
            (.kept, "track, 32 frames, a million kept alive", 450e-9), (.off, "track, registry off", 5e-9),
        ] {
            guard let samples = ours[tracking] else { continue }
            Figure(
                name: name, goal: "at most \(number(limit * 1e9, digits: 0)) ns",
                measured: samples.text(.nanoseconds), holds: samples.median <= limit
            ).show()
        }
        let pairs = zip(glibc.seconds, ours[.shortLived]?.seconds ?? []).map { (launch: $0, reset: $1) }
        var generator = SplitMix64(seed: 1)
        let interval = ratioInterval(of: pairs, using: &generator).map {
            " [\(number($0.lower, digits: 2)), \(number($0.upper, digits: 2))]"
        }
        let ratio = glibc.median / (ours[.shortLived]?.median ?? .nan)
        Figure(
            name: "the same with glibc's backtrace, times as long", goal: "at least 15",
            measured: "\(number(ratio, digits: 2))\(interval ?? "") (\(glibc.text(.nanoseconds)))", holds: ratio >= 15
        ).show()
    }

    private func sample(
        _ tracking: Tracking, options: [String] = [], environment: [String: String] = [:]
    ) throws -> Double {
        let text = try output(
            of: CommandLine.arguments[0], ["track-samples", tracking.rawValue] + options, environment: environment)
        guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw ValidationError("a sample is not a number: \(text)")
        }
        return seconds
    }
}

/// A folder that provides glibc's `backtrace` under libunwind's name, so that the registry captures with it.
///
/// The rest of a registration stays the same, so that only the unwinders differ.
private struct GlibcStage {
    let folder = FileManager.default.temporaryDirectory.appending(path: "outlive-figures-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "libunwind.so.8"),
            withDestinationURL: products.appending(path: "libGlibcUnwinder.so").absoluteURL)
    }

    var environment: [String: String] { ["LD_LIBRARY_PATH": folder.path] }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
