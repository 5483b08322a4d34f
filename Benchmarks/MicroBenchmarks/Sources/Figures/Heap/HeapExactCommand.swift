internal import ArgumentParser
internal import Foundation
internal import OutliveHeap
internal import OutliveModel

/// `figures heap-exact`: whether the census agrees with the truth after many objects of many kinds came and went.
struct HeapExactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heap-exact", abstract: "Compares the census with what a program says that it made and dropped.")

    @Option(help: "The path of heap-fixture.") var program: String
    @Option(help: "The path of the preload library; none where the tier is linked.") var library: String?
    @Option(help: "What the row is called.") var name: String
    @Option(help: "Objects of each kind that each of four threads makes.") var count = 1_000_000
    @Option(help: "Frames of each allocation's stack.") var frames = 16

    func run() throws {
        let (kinds, differences) = try withFolder { folder in
            var environment = ["OUTLIVE_HEAP": folder, "OUTLIVE_HEAP_FRAMES": "\(frames)", "OUTLIVE_HEAP_EXIT": "0"]
            environment["LD_PRELOAD"] = library
            let truth = try output(of: program, ["churn", "\(count)"], environment: environment)
                .split(separator: "\n").map { $0.split(separator: "\t") }
            let censuses = try (1...4).map { try census($0, in: folder) }
            return (truth.count, try truth.flatMap { try difference($0, censuses) })
        }
        let words = differences.isEmpty ? "0" : differences.joined(separator: "; ")
        print(
            name, "\(frames) frames", "\(kinds) kinds x \(count) x 4 threads", "difference \(words)",
            differences.isEmpty && kinds >= 22 ? "pass" : "MISS", separator: "\t")
        guard differences.isEmpty, kinds >= 22 else { throw ExitCode(1) }
    }

    /// How many objects of each type are alive in a census.
    private func census(_ request: Int, in folder: String) throws -> [String: Int] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard let name = files.first(where: { $0.hasSuffix("-request-\(request).olheap") }) else {
            throw ValidationError("the program wrote no census \(request)")
        }
        let snapshot = try HeapSnapshot([UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
        let rows = HeapCensus(snapshot).rows.filter { $0.state == .alive }
        return Dictionary(rows.map { ($0.type.description, $0.count) }, uniquingKeysWith: +)
    }

    /// What is wrong with a kind: only the third census has more than the first, by as many as the program says.
    private func difference(_ line: [Substring], _ censuses: [[String: Int]]) throws -> [String] {
        guard line.count == 2, let expected = Int(line[1]) else {
            throw ValidationError("the program said: \(line.joined(separator: " "))")
        }
        let names = line[0].split(separator: "|").map(String.init)
        let counted = censuses.map { counts in names.reduce(0) { $0 + counts[$1, default: 0] } }
        let more = counted.map { $0 - counted[0] }
        return more == [0, 0, expected, 0] ? [] : ["\(line[0]): \(more) where [0, 0, \(expected), 0] is true"]
    }
}
