internal import OutliveModel

/// The unaccepted findings without a cause: bounded, released late, or expected. `KnownFindings` has the accepted ones.
struct UncausedFindings {
    /// The maximum number of findings of the heap tier in a list.
    static let most = 8

    /// The findings of the registry.
    let registered: [Finding]
    /// The findings of the heap tier, without known growth of libraries.
    let heap: [Finding]
    /// Known growth of libraries, which is by design.
    let libraryGrowth: [Finding]

    /// Selects the findings from those of a report, in the same order.
    init(_ findings: [Finding]) {
        let others = findings.filter { $0.known == nil && !$0.isComplaint }
        registered = others.filter { $0.tier == .registry }
        heap = others.filter { $0.tier == .heap && $0.verdict != .expected }
        libraryGrowth = others.filter { $0.tier == .heap && $0.verdict == .expected }
    }

    /// The number of findings by verdict, both tiers together: `1 retained`, `2 late`.
    var counts: [String] {
        let all = registered + heap
        return [Verdict.retained, .late, .expected].compactMap { verdict in
            let count = all.count { $0.verdict == verdict }
            return count > 0 ? verdict.counted(count) : nil
        }
    }

    /// The number of findings that are known growth: `3 kinds of known growth of libraries`.
    var libraryGrowthInWords: String {
        "\(libraryGrowth.count) \(libraryGrowth.count == 1 ? "kind" : "kinds") of known growth of libraries"
    }
}

extension Finding {
    /// The bytes of the objects: `4.61 kB`, or `nil` if they are not known.
    var bytesInWords: String? { bytes.map { Scale.bytes(Double($0)).text(Double($0)) } }
}
