import OutliveBenchmark
import Testing

struct LocationTests {
    @Test func `The median is the middle value, or the mean of the two middle ones`() {
        #expect(median(of: [5, 1, 3]) == 3)
        #expect(median(of: [4, 1, 3, 2]) == 2.5)
        #expect(median(of: []) == nil)
    }

    @Test func `The median absolute deviation is not moved by one outlier`() {
        #expect(medianAbsoluteDeviation(of: [1, 1, 2, 2, 4, 6, 9]) == 1)
        #expect(medianAbsoluteDeviation(of: [1, 2, 3, 4, 5_000]) == 1)
        #expect(medianAbsoluteDeviation(of: []) == nil)
    }

    @Test func `Values beyond 3 scaled deviations are flagged on either side, and values within are not`() {
        // Median 10, deviation 1: the fences are at 10 ± 4.4478.
        let values = [9, 11, 9, 11, 10, 9, 11, 10, 5.5, 5.6, 14.4, 14.5]
        #expect(medianAbsoluteDeviation(of: values) == 1)
        #expect(outliers(in: values) == values.map { $0 == 5.5 || $0 == 14.5 })
    }

    @Test func `If most values are equal, only values far from them are flagged`() {
        #expect(outliers(in: [1, 1, 1, 1]) == [false, false, false, false])
        #expect(outliers(in: Array(repeating: 1, count: 9) + [10]).filter { $0 }.count == 1)
        #expect(outliers(in: [1, 1, 1, 2, 2]).allSatisfy { !$0 })
        #expect(outliers(in: [3]) == [false])
        #expect(outliers(in: []).isEmpty)
    }
}
