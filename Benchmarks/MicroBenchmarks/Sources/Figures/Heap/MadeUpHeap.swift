internal import Foundation
internal import OutliveBenchmark

/// A heap snapshot of any size, in the format of `docs/heap-snapshot.md`: objects, closures, arrays and malloc blocks.
/// Most refer to blocks allocated at about the same time, and some to shared ones. It has roots of all kinds, and
/// cycles that no root leads to.
struct MadeUpHeap {
    /// The number of nodes.
    let nodes: Int
    /// The number of outgoing edges of each node.
    static let edgesEach = 3
    /// The last nodes. Only edges among themselves lead to them.
    var leaked: Range<Int> { nodes - nodes / 50..<nodes }

    private static let types = 1_000

    /// Writes the file.
    func write(to path: String) throws {
        let texts = Texts()
        let sections: [SnapshotOutput.Section] = [
            (1, 1, texts.bytes.count), (2, 48, 2), (3, 32, Self.types), (4, 32, Self.types * Self.edgesEach),
            (8, 40, nodes), (9, 8, nodes * Self.edgesEach), (10, 24, roots), (11, 32, 1),
        ]
        var out = try SnapshotOutput(path)
        out.header(sections)
        out.bytes(texts.bytes)
        out.align()
        for (path, start) in [(texts.program, 0x1000), (texts.library, 0x100000)] {
            out.words(path.0, path.1, 0, 0)
            out.longs(start, start, start + 0x10000)
            out.words(0, 4096)
        }
        for type in 0..<Self.types {
            let name = texts.types[type]
            let kind = kind(ofType: type)
            // Raw blocks have no fields. Neither have arrays, whose elements are one word.
            out.words(name.0, name.1, kind, kind == 6 ? 0 : 64, type * Self.edgesEach)
            out.words(kind == 6 || isArray(type) ? 0 : Self.edgesEach, isArray(type) ? 8 : 0, 0)
        }
        for type in 0..<Self.types {
            for field in 0..<Self.edgesEach {
                let (name, of) = (texts.fields[field], texts.types[(type + field) % Self.types])
                // One field in twelve is weak.
                out.words(name.0, name.1, of.0, of.1, 16 + 8 * field, 8, (type + field) % 12 == 0 ? 1 : 0, 0)
            }
        }
        writeNodes(to: &out)
        writeEdges(to: &out)
        writeRoots(to: &out)
        out.words(texts.program.0, texts.program.1, 1, 0)
        out.longs(0, 0)
        try out.close()
    }

    /// 0 class, 1 closure context, 6 raw block: a fifth of the types each of the last two.
    private func kind(ofType type: Int) -> Int {
        switch type % 5 {
        case 0: 6
        case 1: 1
        default: 0
        }
    }

    private func isArray(_ type: Int) -> Bool { type % 10 == 2 }

    private var roots: Int { max(nodes / 500, 10) }

    private func writeNodes(to out: inout SnapshotOutput) {
        var generator = SplitMix64(seed: 1)
        for node in 0..<nodes {
            out.longs(0x10_0000 + 64 * node, 64)
            // Small types are many: some make up most of the heap.
            let type =
                Int(generator.next() % 8) < 6 ? Int(generator.next() % 50) : Int(generator.next() % UInt64(Self.types))
            out.words(type, 0xFFFF_FFFF, node % 16, 0, Self.edgesEach, 8)
        }
    }

    private func writeEdges(to out: inout SnapshotOutput) {
        var generator = SplitMix64(seed: 2)
        for node in 0..<nodes {
            let range = node >= leaked.lowerBound ? leaked : 0..<leaked.lowerBound
            for edge in 0..<Self.edgesEach {
                // Of ten edges, six lead to near nodes, two to nodes not far away, one anywhere, and one to a shared
                // node.
                let choice = Int(generator.next() % 10)
                let distance = choice < 6 ? 16 : choice < 8 ? 10_000 : nodes
                let lower = max(range.lowerBound, node - distance)
                let upper = min(range.upperBound, node + distance)
                var target = lower + Int(generator.next() % UInt64(upper - lower))
                if choice == 9 { target = range.lowerBound + (target - range.lowerBound) / 200 * 200 }
                out.words(target)
                out.words(16 + 8 * edge)
            }
        }
    }

    private func writeRoots(to out: inout SnapshotOutput) {
        var generator = SplitMix64(seed: 3)
        for root in 0..<roots {
            // Half are globals, of the program or of a library.
            let kind = [1, 1, 2, 3, 4, 1][root % 6]
            out.words(Int(generator.next() % UInt64(leaked.lowerBound)), kind, kind == 1 ? root % 2 : 0xFFFF_FFFF, 0)
            out.longs(0x7000_0000 + 8 * root)
        }
    }
}

/// The section of texts, and the position of each text in it.
private struct Texts {
    private(set) var bytes: [UInt8] = []
    private(set) var program = (0, 0)
    private(set) var library = (0, 0)
    private(set) var types: [(Int, Int)] = []
    private(set) var fields: [(Int, Int)] = []

    init() {
        program = add("/opt/app/bin/app")
        library = add("/usr/lib/libdispatch.so")
        types = (0..<1_000).map { add("App.Screens.Screen\($0)") }
        fields = ["parent", "onEvent", "children"].map { add($0) }
    }

    private mutating func add(_ text: String) -> (Int, Int) {
        let place = (bytes.count, text.utf8.count)
        bytes += Array(text.utf8)
        return place
    }
}
