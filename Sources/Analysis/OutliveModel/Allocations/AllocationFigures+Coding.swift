internal import OutliveSupport

/// The coded form of `AllocationFigures`: the frames of all stacks are in one list, as most stacks share most frames.
private struct CodedFigures: Codable {
    struct Site: Codable {
        var type: HeapType
        /// The indices in `frames`, innermost first.
        var stack: [Int]
        var blocks: UnitCounts
        var bytes: UnitCounts
        var temporary: UnitCounts
    }

    struct Peak: Codable {
        var type: HeapType
        var stack: [Int]
        var amount: HeapAmount
    }

    struct Left: Codable {
        var bytes: Int
        var sites: [Peak]
    }

    var unit: AllocationFigures.Unit
    var arm: Arm?
    var test: LeakingTest?
    var units: Int
    var blocks: Spread
    var bytes: Spread
    var temporary: Spread
    var frames: [Backtrace.Frame]
    var sites: [Site]
    var sitesLeftOut: Int
    var peakBytes: Int
    var peak: [Peak]
    var sizes: [Int]
    var ages: [Int]
    var left: Left?
    var lost: Int?
}

extension AllocationFigures {
    package func encode(to encoder: any Encoder) throws {
        var frames = NumberTable<Backtrace.Frame>()
        func numbers(of stack: Backtrace) -> [Int] { stack.frames.map { frames.number(of: $0) } }
        let sites = sites.map {
            CodedFigures.Site(
                type: $0.type, stack: numbers(of: $0.stack), blocks: $0.blockCounts, bytes: $0.byteCounts,
                temporary: $0.temporaryCounts)
        }
        func coded(_ sites: [PeakSite]) -> [CodedFigures.Peak] {
            sites.map { CodedFigures.Peak(type: $0.type, stack: numbers(of: $0.stack), amount: $0.amount) }
        }
        let peak = coded(peak)
        let left = left.map { CodedFigures.Left(bytes: $0.bytes, sites: coded($0.sites)) }
        try CodedFigures(
            unit: unit, arm: arm, test: test, units: units, blocks: blocks, bytes: bytes, temporary: temporary,
            frames: frames.items, sites: sites, sitesLeftOut: sitesLeftOut, peakBytes: peakBytes, peak: peak,
            sizes: sizes, ages: ages, left: left, lost: lost
        ).encode(to: encoder)
    }

    package init(from decoder: any Decoder) throws {
        let coded = try CodedFigures(from: decoder)
        let units = min(max(coded.units, 1), Self.unitsOfSites)
        func stack(_ numbers: [Int]) throws -> Backtrace {
            Backtrace(
                frames: try numbers.map { number in
                    guard coded.frames.indices.contains(number) else {
                        throw DecodingError.dataCorrupted(
                            DecodingError.Context(
                                codingPath: decoder.codingPath, debugDescription: "there is no frame \(number)"))
                    }
                    return coded.frames[number]
                })
        }
        func sites(_ coded: [CodedFigures.Peak]) throws -> [PeakSite] {
            try coded.map { PeakSite(type: $0.type, stack: try stack($0.stack), amount: $0.amount) }
        }
        self.init(
            arm: coded.arm, units: coded.units, blocks: coded.blocks, bytes: coded.bytes, temporary: coded.temporary,
            sites: try coded.sites.map {
                AllocationSite(
                    type: $0.type, stack: try stack($0.stack), blocks: $0.blocks.expanded(to: units).values,
                    bytes: $0.bytes.expanded(to: units).values, temporary: $0.temporary.expanded(to: units).values)
            }, sitesLeftOut: coded.sitesLeftOut, peakBytes: coded.peakBytes,
            peak: try sites(coded.peak), sizes: coded.sizes, ages: coded.ages, lost: coded.lost)
        (unit, test) = (coded.unit, coded.test)
        left = try coded.left.map { LeftMemory(bytes: $0.bytes, sites: try sites($0.sites)) }
    }
}
