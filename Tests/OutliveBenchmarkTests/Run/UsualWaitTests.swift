import Testing

@testable import OutliveBenchmark

struct UsualWaitTests {
    @Test func `A wait within the spread of those of an idle application has no excess`() {
        let usual = UsualWait()
        for wait in [0.010, 0.012, 0.011, 0.009, 0.010] { usual.add(wait) }
        #expect(usual.excess(of: 0.013) == 0)
        #expect(usual.excess(of: 0.001) == 0)
    }

    @Test func `A longer wait counts from the usual one`() {
        let usual = UsualWait()
        for wait in [0.010, 0.010, 0.010, 0.5, 0.010] { usual.add(wait) }
        #expect(abs(usual.excess(of: 0.210) - 0.2) < 1e-12)
    }

    @Test func `A machine that gets slower changes what is usual`() {
        let usual = UsualWait()
        for _ in 0..<20 { usual.add(0.010) }
        for _ in 0..<20 { usual.add(0.050) }
        #expect(usual.excess(of: 0.050) == 0)
    }

    @Test func `Without a usual wait nothing is known to be longer`() {
        #expect(UsualWait().excess(of: 1) == 0)
    }
}
