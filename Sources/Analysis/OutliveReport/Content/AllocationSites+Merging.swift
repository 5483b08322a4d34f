internal import OutliveModel
internal import OutliveSupport

private struct TypeAndPlace: Hashable {
    var type: HeapType
    var place: String

    init(_ type: HeapType, allocatedAt stack: Backtrace) { (self.type, place) = (type, stack.place) }
}

extension [AllocationSite] {
    /// The sites, with all sites of one type and place together, most allocations first.
    var merged: [AllocationSite] {
        combined(by: { TypeAndPlace($0.type, allocatedAt: $0.stack) }) { $0 += $1 }.sorted { $0.precedes($1) }
    }
}

extension [PeakSite] {
    /// The sites, with all sites of one type and place together, most bytes first.
    var merged: [PeakSite] {
        combined(by: { TypeAndPlace($0.type, allocatedAt: $0.stack) }) { $0.amount += $1.amount }
            .sorted { $0.precedes($1) }
    }
}
