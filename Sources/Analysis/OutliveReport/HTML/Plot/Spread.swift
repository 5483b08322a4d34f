/// The vertical places of the points of a row, which keep equal values from hiding each other.
enum Spread {
    /// Returns a place from 0 to 1 that is the same on every run and far from those of neighbours.
    ///
    /// The fractional parts of multiples of the golden ratio are evenly distributed, whatever their number.
    static func place(of index: Int) -> Double {
        let turns = Double(index) * 0.618_033_988_749_895
        return turns - turns.rounded(.down)
    }
}
