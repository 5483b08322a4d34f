internal import OutliveModel

/// The findings that belong to no cause: bounded, released late, or meant to stay; accepted ones are in `KnownFindings`.
struct OtherSurvivors {
    /// The most findings of the heap tier in a list.
    static let most = 8

    /// Those that the registry saw.
    let registered: [Finding]
    /// Those that the heap tier saw, without the growth of libraries.
    let heap: [Finding]
    /// Growth that is by design of a library, with its reason.
    let libraryGrowth: [Finding]

    /// Takes them out of the findings of a report, in its order.
    init(_ findings: [Finding]) {
        let others = findings.filter { $0.known == nil && !$0.isComplaint }
        registered = others.filter { $0.tier == .registry }
        heap = others.filter { $0.tier == .heap && $0.verdict != .expected }
        libraryGrowth = others.filter { $0.tier == .heap && $0.verdict == .expected }
    }

    /// `1 retained`, `2 late`: the number of each verdict, of both tiers together.
    var counts: [String] {
        let all = registered + heap
        return [Verdict.retained, .late, .expected].compactMap { verdict in
            let count = all.count { $0.verdict == verdict }
            return count > 0 ? verdict.counted(count) : nil
        }
    }

    /// `3 kinds of known growth of libraries`.
    var libraryGrowthInWords: String {
        "\(libraryGrowth.count) \(libraryGrowth.count == 1 ? "kind" : "kinds") of known growth of libraries"
    }
}

extension Finding {
    /// `4.61 kB`; nil where the number is not known.
    var bytesInWords: String? { bytes.map { Scale.bytes(Double($0)).text(Double($0)) } }
}
