import OutliveModel

extension AllocationSite {
    /// A site in functions of the program, innermost first.
    ///
    /// - Parameter counts: The number of allocations in each unit.
    static func of(
        _ functions: [String], _ counts: [Int], type: String = "App.Item", kind: HeapType.Kind = .object, line: Int = 1
    ) -> AllocationSite {
        .of(frames: functions.map { [$0] }, counts, type: type, kind: kind, line: line)
    }

    /// A site in frames, each with the functions that are inlined into its last one.
    static func of(
        frames: [[String]], _ counts: [Int], type: String = "App.Item", kind: HeapType.Kind = .object, line: Int = 1
    ) -> AllocationSite {
        let stack = frames.enumerated().map { index, functions in
            Frame(
                module: functions == ["malloc"] ? "/lib/libc.so.6" : "/app/App", buildID: nil,
                offset: UInt64(line * 1000 + index),
                symbols: functions.map { Symbol(function: $0, file: "/app/Sources/Main.swift", line: line + index) })
        }
        return AllocationSite(
            type: HeapType(name: type, kind: kind), stack: Backtrace(frames: stack), blocks: counts,
            bytes: counts.map { $0 * 32 })
    }
}

extension AllocationFigures {
    /// The figures of units with some sites.
    init(_ sites: AllocationSite..., units: Int = 5, leftOut: Int = 0) {
        let sum = sites.reduce(into: UnitCounts([])) { $0 += $1.blockCounts }
        let bytes = sites.reduce(into: UnitCounts([])) { $0 += $1.byteCounts }
        self.init(
            units: units, blocks: sum.spread, bytes: bytes.spread, temporary: .none, sites: sites, sitesLeftOut: leftOut
        )
    }
}

/// The change of a site, in few words.
struct BriefChange: Hashable, CustomStringConvertible {
    var kind: AllocationChange.Kind
    var blocks: Int
    var type = "App.Item"

    var description: String { "\(blocks) \(type) \(kind)" }
}

/// Returns the changes from one run to another.
func changes(from old: AllocationFigures, to new: AllocationFigures) -> [BriefChange] {
    AllocationComparison(from: old, to: new).changes.map {
        BriefChange(kind: $0.kind, blocks: $0.blocks, type: $0.type.description)
    }
}
