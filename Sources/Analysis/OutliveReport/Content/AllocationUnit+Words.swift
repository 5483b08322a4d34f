internal import OutliveModel

extension AllocationFigures.Unit {
    /// Returns a number of units: `1 launch`, `2 launches`.
    func counted(_ count: Int) -> String {
        OutliveReport.counted(count, rawValue, self == .launch ? "launches" : nil)
    }
}

extension Report {
    /// The unit by which allocations are counted.
    var unitOfAllocations: AllocationFigures.Unit { allocations?.first?.unit ?? (isOfTests ? .test : .cycle) }
}
