internal import ArgumentParser
internal import Foundation
internal import OutliveHeap

/// `figures heap-memory`: the bookkeeping of the heap tier for a live block, the pause of the program for a snapshot,
/// and the size of the snapshot.
struct HeapMemoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heap-memory", abstract: "Memory, pause and snapshot of the heap tier with a million objects.")

    @Option(help: "The path of loop, which runs under it.") var program: String
    @Option(help: "The path of the preload library.") var library: String
    @Option(help: "Objects that are alive.") var count = 1_000_000
    @Option(help: "Runs of the program each way, in random order.") var rounds = 7

    func run() throws {
        try withFolder { folder in
            let arms = [HeapArm.bare, .counting, .withStacks]
            var snapshots: [HeapSnapshot] = []
            var sizes: [Double] = []
            // The measured values are bytes, not seconds.
            let measured = Alternation(arms.count, rounds: rounds) { place in
                let text = try output(
                    of: program, ["hold", "\(count)"],
                    environment: arms[place].environment(library: library, folder: folder))
                guard let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                    throw ValidationError("loop printed no memory")
                }
                try arms[place].check(folder: folder)
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                    let file = URL(filePath: "\(folder)/\(name)")
                    if name.hasSuffix(".olheap"), arms[place].frames == HeapArm.withStacks.frames {
                        let data = try Data(contentsOf: file)
                        sizes.append(Double(data.count))
                        snapshots.append(try HeapSnapshot([UInt8](data)))
                    }
                    try FileManager.default.removeItem(at: file)
                }
                return bytes
            }
            for (place, arm) in arms.enumerated() {
                if let failure = measured.failures[place] { throw ValidationError("\(arm.name): \(failure)") }
            }
            guard snapshots.count == rounds, let newest = snapshots.last else {
                throw ValidationError("\(snapshots.count) of \(rounds) snapshots were written")
            }
            showMemory(measured, newest)
            showSnapshot(snapshots, sizes: sizes)
        }
    }

    private func showMemory(_ measured: Alternation, _ snapshot: HeapSnapshot) {
        let header = snapshot.header
        let blocks = Double(snapshot.nodes.count)
        let each = Double(header.bookkeepingBytes) / blocks
        Figure(
            name: "bookkeeping of a live block, as the tier says", goal: "at most 48 bytes",
            measured: "\(number(each, digits: 1)) bytes (\(snapshot.nodes.count) blocks; "
                + "stack table \(header.stackTableBytes / 1024) KiB besides)",
            holds: each <= 48
        ).show()
        for (place, name) in [(1, "no stacks"), (2, "16 frames")] {
            let more = (measured.samples[place].median - measured.samples[0].median) / blocks
            Figure(
                name: "resident memory of a live block to the bare program, \(name)",
                goal: "at most 48 bytes and the stacks",
                measured: "\(number(more, digits: 1)) bytes (n = \(measured.samples[place].seconds.count))",
                holds: more <= 48 + (place == 2 ? Double(header.stackTableBytes) / blocks : 0)
            ).show()
        }
    }

    private func showSnapshot(_ snapshots: [HeapSnapshot], sizes: [Double]) {
        let pauses = Samples(seconds: snapshots.map { Double($0.header.pause) / 1e9 })
        Figure(
            name: "pause of a snapshot with the graph of \(count) objects", goal: "at most 50 ms",
            measured: "\(pauses.text(.milliseconds)), longest "
                + TimeUnit.milliseconds.text(pauses.seconds.max() ?? 0),
            holds: pauses.median <= 0.05
        ).show()
        let (nodes, edges) = (snapshots[0].nodes.count, snapshots[0].edges.count)
        let most = Double(64 * nodes + 12 * edges)
        Figure(
            name: "size of that snapshot: \(nodes) nodes, \(edges) edges",
            goal: "at most 64 bytes a node and 12 an edge",
            measured: "\(number(sizes[0] / 1e6, digits: 1)) MB of \(number(most / 1e6, digits: 1)) MB",
            holds: sizes[0] <= most
        ).show()
    }
}
