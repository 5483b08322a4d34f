internal import OutliveBenchmark
internal import OutliveModel

/// Measures several ways of doing something in turn, in an order that is random in every round, so that what else
/// happens on the machine meets each of them alike.
struct Alternation {
    /// What was measured of each, in the order that they were given in.
    private(set) var samples: [Samples]
    /// Why some were not measured to the end, by their place.
    private(set) var failures: [Int: any Error] = [:]
    private var generator = SplitMix64(seed: 1)

    /// Measures so many ways in so many rounds.
    ///
    /// - Parameter measure: measures the way at a place; one that throws is not measured again.
    init(_ count: Int, rounds: Int, _ measure: (Int) throws -> Double) {
        samples = Array(repeating: Samples(), count: count)
        for _ in 0..<rounds {
            var order = Array(0..<count)
            for last in order.indices.reversed() { order.swapAt(last, generator.index(below: last + 1)) }
            for place in order where failures[place] == nil {
                do {
                    samples[place].seconds.append(try measure(place))
                } catch {
                    // What the others take is worth knowing all the same.
                    failures[place] = error
                }
            }
        }
    }

    /// The ratio of the medians of the one at a place and the first, and the paired bootstrap's interval.
    func ratio(of place: Int) -> (value: Double, interval: Interval?) {
        var generator = generator
        let pairs = zip(samples[place].seconds, samples[0].seconds).map { TimePair(launch: $0, reset: $1) }
        return (samples[place].median / samples[0].median, ratioInterval(of: pairs, using: &generator))
    }

    /// That ratio as tables show it: `1.10 [1.08, 1.12]`.
    func ratioText(of place: Int, digits: Int = 2) -> String {
        let (value, interval) = ratio(of: place)
        let text = interval.map { " [\(number($0.lower, digits: digits)), \(number($0.upper, digits: digits))]" }
        return number(value, digits: digits) + (text ?? "")
    }
}
