import OutliveBenchmark
import OutliveModel
import Testing

/// The interval of a median.
@Suite struct MedianIntervalTests {
    @Test(arguments: [(6, 1, 6), (8, 1, 8), (9, 2, 8), (20, 6, 15), (100, 40, 61), (2000, 956, 1045)])
    func `The binomial distribution chooses the ends of the interval`(count: Int, lower: Int, upper: Int) {
        let values = (1...count).map(Double.init).shuffled()
        #expect(medianInterval(of: values) == Interval(lower: Double(lower), upper: Double(upper)))
    }

    @Test func `Fewer than six values have no interval`() {
        for count in 0...5 { #expect(medianInterval(of: Array(repeating: 1, count: count)) == nil) }
    }
}
