internal import ArgumentParser
internal import Foundation

/// `figures overhead`: the slowdown of a program under Outlive and under other leak finders, side by side.
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
        let measured = Alternation(finders.count, rounds: rounds) { try time(finders[$0]) }
        for (place, finder) in finders.enumerated() {
            if let failure = measured.failures[place] {
                print(finder.name, "not measured", "\(failure)", finder.sees, separator: "\t")
                continue
            }
            print(
                finder.name, measured.ratioText(of: place), measured.samples[place].text(.milliseconds), finder.sees,
                separator: "\t")
        }
    }

    /// Returns the time of one run of the program, start and exit included, in seconds.
    private func time(_ finder: LeakFinder) throws -> Double {
        let words = finder.wrapper + [program] + (finder.watched ? ["watched"] : [])
        let start = ContinuousClock.now
        _ = try output(of: words[0], Array(words.dropFirst()), environment: finder.environment)
        return start.duration(to: .now) / .seconds(1)
    }
}
