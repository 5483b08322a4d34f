internal import OutliveBenchmark
internal import OutliveModel

/// Measures several alternatives in turn, in an order that is random in every round, so that other load on the machine
/// affects all of them alike.
struct Alternation {
    /// The samples of each alternative, in their given order.
    private(set) var samples: [Samples]
    /// The errors of alternatives that were not measured to the end, by their index.
    private(set) var failures: [Int: any Error] = [:]
    private var generator = SplitMix64(seed: 1)

    /// Measures `count` alternatives in `rounds` rounds.
    ///
    /// - Parameter measure: Measures the alternative at an index. One that throws is not measured again.
    init(_ count: Int, rounds: Int, _ measure: (Int) throws -> Double) {
        samples = Array(repeating: Samples(), count: count)
        for _ in 0..<rounds {
            var order = Array(0..<count)
            for last in order.indices.reversed() { order.swapAt(last, generator.index(below: last + 1)) }
            for place in order where failures[place] == nil {
                do {
                    samples[place].seconds.append(try measure(place))
                } catch {
                    // The times of the others are useful all the same.
                    failures[place] = error
                }
            }
        }
    }

    /// Returns the ratio of the median of an alternative to that of the first, with the paired bootstrap's interval.
    func ratio(of place: Int) -> (value: Double, interval: Interval?) {
        var generator = generator
        let pairs = zip(samples[place].seconds, samples[0].seconds).map { (launch: $0, reset: $1) }
        return (samples[place].median / samples[0].median, ratioInterval(of: pairs, using: &generator))
    }

    /// Returns that ratio as tables show it: `1.10 [1.08, 1.12]`.
    func ratioText(of place: Int, digits: Int = 2) -> String {
        let (value, interval) = ratio(of: place)
        let text = interval.map { " [\(number($0.lower, digits: digits)), \(number($0.upper, digits: digits))]" }
        return number(value, digits: digits) + (text ?? "")
    }
}
