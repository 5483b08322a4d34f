internal import OutliveModel

extension [AllocationSite] {
    /// The sites with those of one type and place together, most allocations first.
    var merged: [AllocationSite] {
        var numbers: [TypeAndPlace: Int] = [:]
        var merged: [AllocationSite] = []
        for site in self {
            let key = TypeAndPlace(type: site.type, place: site.stack.place)
            if let number = numbers[key] {
                merged[number] += site
            } else {
                numbers[key] = merged.count
                merged.append(site)
            }
        }
        return merged.sorted { $0.precedes($1) }
    }
}

private struct TypeAndPlace: Hashable {
    var type: HeapType
    var place: String
}
