extension Spread {
    /// The fewest units by which noise can be judged.
    package static let fewestUnits = 3

    /// Returns `true` if the number differs from an earlier one by more than what the two vary by themselves.
    ///
    /// The median has to change by 1 or more, and the ranges of the two must not meet. A number that is the same in each
    /// unit has a range of one value. The range of one that varies is wider than what some units show of it, so each
    /// of its ends is moved by its width. A number that is 0 in some units and was 0 in all before is no change.
    package func isBeyond(_ earlier: Spread) -> Bool {
        guard abs(median - earlier.median) >= 1 else { return false }
        let (now, then) = (widened, earlier.widened)
        return now.lowest > then.highest || now.highest < then.lowest
    }

    /// The range in which further units are expected.
    private var widened: (lowest: Int, highest: Int) {
        let width = max(0, highest - lowest)
        return (lowest - width, highest + width)
    }
}
