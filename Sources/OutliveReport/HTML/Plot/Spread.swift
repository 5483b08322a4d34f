/// Where points of one row lie across it, so that those of equal value do not hide each other.
enum Spread {
    /// A place from 0 to 1: the same in every run, and far from that of the points before and after it.
    ///
    /// The fractions of multiples of the golden ratio are evenly spread, however many there are.
    static func place(of index: Int) -> Double {
        let turns = Double(index) * 0.618_033_988_749_895
        return turns - turns.rounded(.down)
    }
}
