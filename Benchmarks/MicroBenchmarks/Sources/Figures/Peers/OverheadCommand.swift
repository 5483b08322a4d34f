internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveModel

/// `figures overhead`: how much longer a program takes under Outlive and under other leak finders, side by side.
struct OverheadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overhead", abstract: "How much longer a program takes under each leak finder.")

    @Option(help: "The path of valgrind.") var valgrind: String?
    @Option(help: "The path of heaptrack.") var heaptrack: String?
    @Option(help: "The path of the preloadable LeakSanitizer, liblsan.so.") var lsan: String?
    @Option(help: "The path of churn, which runs under each.") var program: String
    @Option(help: "Runs of the program under each, in random order.") var rounds = 7

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "outlive-figures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let finders = [
            LeakFinder.none, .outlive, valgrind.map(LeakFinder.memcheck),
            heaptrack.map { .heaptrack($0, folder: folder.path) }, lsan.map(LeakFinder.leakSanitizer),
        ].compactMap(\.self)
        var samples = Array(repeating: Samples(), count: finders.count)
        var failures: [Int: any Error] = [:]
        var generator = SplitMix64(seed: 1)
        for _ in 0..<rounds {
            var order = Array(finders.indices)
            for last in order.indices.reversed() { order.swapAt(last, generator.index(below: last + 1)) }
            for place in order where failures[place] == nil {
                do {
                    samples[place].seconds.append(try time(finders[place]))
                } catch {
                    // What the others take is worth knowing all the same.
                    failures[place] = error
                }
            }
        }
        for (place, (finder, times)) in zip(finders, samples).enumerated() {
            if let failure = failures[place] {
                print(finder.name, "not measured", "\(failure)", finder.sees, separator: "\t")
                continue
            }
            let pairs = zip(times.seconds, samples[0].seconds).map { TimePair(launch: $0, reset: $1) }
            let interval = ratioInterval(of: pairs, using: &generator).map {
                " [\(number($0.lower, digits: 2)), \(number($0.upper, digits: 2))]"
            }
            print(
                finder.name, "\(number(times.median / samples[0].median, digits: 2))\(interval ?? "")",
                times.text(.milliseconds), finder.sees, separator: "\t")
        }
    }

    /// The time of one run of the program, start and exit included, in seconds.
    private func time(_ finder: LeakFinder) throws -> Double {
        let words = finder.wrapper + [program] + (finder.watched ? ["watched"] : [])
        let start = ContinuousClock.now
        _ = try output(of: words[0], Array(words.dropFirst()), environment: finder.environment)
        return start.duration(to: .now) / .seconds(1)
    }
}
