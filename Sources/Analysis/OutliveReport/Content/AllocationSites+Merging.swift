internal import OutliveModel

extension [AllocationSite] {
    /// The sites, with all sites of one type and place together, most allocations first.
    var merged: [AllocationSite] { joined { $0 += $1 }.sorted { $0.precedes($1) } }
}

extension [PeakSite] {
    /// The sites, with all sites of one type and place together, most bytes first.
    var merged: [PeakSite] { joined { $0.amount += $1.amount }.sorted { $0.precedes($1) } }
}

/// Blocks of a type that were allocated at a stack.
private protocol AllocatedAtStack {
    var type: HeapType { get }
    var stack: Backtrace { get }
}

extension AllocationSite: AllocatedAtStack {}
extension PeakSite: AllocatedAtStack {}

private struct TypeAndPlace: Hashable {
    var type: HeapType
    var place: String
}

extension Array where Element: AllocatedAtStack {
    /// Returns the elements, with one for all of a type and place.
    ///
    /// - Parameter add: Adds an element to another of the same type and place.
    fileprivate func joined(_ add: (inout Element, Element) -> Void) -> [Element] {
        var numbers: [TypeAndPlace: Int] = [:]
        return reduce(into: []) { joined, site in
            let key = TypeAndPlace(type: site.type, place: site.stack.place)
            if let number = numbers[key] {
                add(&joined[number], site)
            } else {
                numbers[key] = joined.count
                joined.append(site)
            }
        }
    }
}
