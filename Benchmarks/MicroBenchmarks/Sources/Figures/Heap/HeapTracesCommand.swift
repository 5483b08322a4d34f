internal import ArgumentParser
internal import Foundation
internal import OutliveHeap
internal import OutliveModel

/// `figures heap-traces`: how long a snapshot takes to be read, to be told what each block retains, and to be told why a
/// hundred live.
struct HeapTracesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heap-traces", abstract: "Time and memory for a snapshot, its dominators and a hundred traces.")

    @Option(help: "Nodes of the snapshot; three times as many edges.") var nodes = 1_000_000

    /// The promise is for a million, and in proportion for others.
    private var share: Double { max(1, Double(nodes) / 1e6) }

    func run() throws {
        try withFolder { folder in
            let path = "\(folder)/made-up.olheap"
            let heap = MadeUpHeap(nodes: nodes)
            try heap.write(to: path)
            let before = try peakBytes()
            let clock = ContinuousClock()
            let start = clock.now
            let snapshot = try HeapSnapshot(path: path)
            let read = clock.now
            let traces = HeapTraces(snapshot, names: NoNames())
            let found = clock.now
            let sizes = RetainedSizes(traces.paths)
            let sized = clock.now
            // Half of them are in what nothing holds.
            let chosen = (0..<100).map {
                $0 % 2 == 0 ? $0 * heap.leaked.lowerBound / 100 : heap.leaked.lowerBound + $0 * heap.leaked.count / 100
            }
            let told = chosen.map { traces.traces(of: [$0], dying: [$0]) }
            let retained = chosen.reduce(0) { $0 + sizes.retainedBytes(of: $1) }
            let traced = clock.now
            let shapes = Set(told.joined().map(\.shape))
            guard told.allSatisfy({ $0.count == 1 }), shapes.contains(.path), shapes.count > 1, retained > 0 else {
                throw ValidationError("the traces are not those of the heap")
            }
            let seconds = (traced - start) / .seconds(1)
            let parts = [
                ("read", read - start), ("paths", found - read), ("dominators", sized - found),
                ("traces", traced - sized),
            ]
            let text = parts.map { "\($0.0) \(number($0.1 / .seconds(1), digits: 2))" }.joined(separator: ", ")
            Figure(
                name: "snapshot of \(nodes) nodes and \(snapshot.edges.count) edges: load, dominators, 100 traces",
                goal: "at most \(number(2 * share, digits: 0)) s",
                measured: "\(number(seconds, digits: 2)) s (\(text))",
                holds: seconds <= 2 * share
            ).show()
            let peak = Double(try peakBytes()) / 1e6
            Figure(
                name: "peak resident memory of that", goal: "at most \(number(400 * share, digits: 0)) MB",
                measured: "\(number(peak, digits: 0)) MB (\(number(Double(before) / 1e6, digits: 0)) MB before)",
                holds: peak <= 400 * share
            ).show()
        }
    }

    /// The most that was resident of this process so far, in bytes.
    private func peakBytes() throws -> Int {
        let text = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
        let words = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: \.isWhitespace)
        guard let words, words.count > 1, let kibibytes = Int(words[1]) else {
            throw ValidationError("/proc/self/status tells no VmHWM")
        }
        return kibibytes << 10
    }
}

/// The names of a program that is not there.
private struct NoNames: AddressNames {
    func functions(of frames: [Frame]) -> [Frame] { frames }
    func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
}
