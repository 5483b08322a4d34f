internal import ArgumentParser
internal import Foundation
internal import OutliveHeap
internal import OutliveModel

/// `figures heap-traces`: the time to read a snapshot, to compute the retained size of each block, and to trace a
/// hundred blocks.
struct HeapTracesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heap-traces",
        abstract: "Time and memory for a snapshot, its dominators and a hundred traces, and time for long lists.")

    @Option(help: "Nodes of the snapshot; three times as many edges.") var nodes = 1_000_000
    @Option(help: "Nodes of each list.") var links = 100_000

    /// The promise for memory holds for a million nodes and scales with their number.
    private var share: Double { Double(nodes) / 1e6 }
    /// The promise for time: a large heap fits caches less well, and the traces are most of the time of a small one.
    private var maximumSeconds: Double { share * (nodes > 1_000_000 ? 1.2 : nodes > 100_000 ? 1 : 2) }

    func run() throws {
        try withFolder { folder in
            let path = "\(folder)/made-up.olheap"
            let heap = MadeUpHeap(nodes: nodes)
            try heap.write(to: path)
            let before = try peakBytes()
            let start = processorSeconds()
            let snapshot = try HeapSnapshot(path: path)
            let read = processorSeconds()
            let traces = HeapTraces(AnalysedSnapshot(snapshot, names: NoNames()))
            let found = processorSeconds()
            let sizes = RetainedSizes(traces.paths)
            let sized = processorSeconds()
            // Half of them are in the part that no root leads to.
            let chosen = (0..<100).map {
                $0 % 2 == 0 ? $0 * heap.leaked.lowerBound / 100 : heap.leaked.lowerBound + $0 * heap.leaked.count / 100
            }
            // Traces them one by one, as if each were a finding of its own.
            let traceGroups = chosen.map { traces.traces(of: [$0], leaking: [$0]) }
            let retained = chosen.reduce(0) { $0 + sizes.retainedBytes(of: $1) }
            let traced = processorSeconds()
            let shapes = Set(traceGroups.joined().map(\.shape))
            guard traceGroups.allSatisfy({ $0.count == 1 }), shapes.contains(.path), shapes.count > 1, retained > 0
            else {
                throw ValidationError("the traces are not those of the heap")
            }
            let seconds = traced - start
            let parts = [
                ("read", read - start), ("paths", found - read), ("dominators", sized - found),
                ("traces", traced - sized),
            ]
            let text = parts.map { "\($0.0) \(number($0.1, digits: 2))" }.joined(separator: ", ")
            Figure(
                name: "snapshot of \(nodes) nodes and \(snapshot.edges.count) edges: load, dominators, 100 traces",
                goal: "at most \(number(maximumSeconds, digits: 1)) s",
                measured: "\(number(seconds, digits: 2)) s of one core (\(text))",
                holds: seconds <= maximumSeconds
            ).show()
            // Excludes the memory of the process without a heap, which does not grow with one.
            let peak = Double(try peakBytes() - before) / 1e6
            Figure(
                name: "peak resident memory of that", goal: "at most \(number(400 * share, digits: 0)) MB",
                measured:
                    "\(number(peak, digits: 0)) MB, and \(number(Double(before) / 1e6, digits: 0)) MB of the process",
                holds: peak <= 400 * share
            ).show()
            for shape in LinkedHeap.Shape.allCases { try showTraces(of: shape, in: folder) }
        }
    }

    /// Measures the traces of all nodes of a leaked list. The cost of a trace must not grow with the length of its
    /// path.
    private func showTraces(of shape: LinkedHeap.Shape, in folder: String) throws {
        let heap = LinkedHeap(shape: shape, nodes: links)
        let path = "\(folder)/\(shape.rawValue).olheap"
        try heap.write(to: path)
        let start = processorSeconds()
        let traces = HeapTraces(AnalysedSnapshot(try HeapSnapshot(path: path), names: NoNames()))
        let nodes = Array(0..<links)
        let traceGroups = traces.traces(of: nodes, leaking: Set(nodes))
        let seconds = processorSeconds() - start
        guard traceGroups.count == 1, traceGroups[0].objects == links,
            traceGroups[0].shape == (shape.isRooted ? .path : .cycle)
        else {
            throw ValidationError("the traces are not those of the \(shape.rawValue)")
        }
        Figure(
            name: "\(shape.rawValue) of \(links) leaked nodes: load and trace", goal: "at most 1 s",
            measured: "\(number(seconds, digits: 2)) s of one core", holds: seconds <= 1
        ).show()
    }

    /// The processor time of this process in seconds, which excludes other load on the machine.
    private func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the peak resident memory of this process so far, in bytes.
    private func peakBytes() throws -> Int {
        let text = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
        let words = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: \.isWhitespace)
        guard let words, words.count > 1, let kibibytes = Int(words[1]) else {
            throw ValidationError("/proc/self/status tells no VmHWM")
        }
        return kibibytes << 10
    }
}

/// The names of a program that does not exist.
private struct NoNames: AddressNames {
    func functions(of frames: [Frame]) -> [Frame] { frames }
    func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
}
