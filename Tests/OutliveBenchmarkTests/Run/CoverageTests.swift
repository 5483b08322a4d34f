import Testing

struct CoverageTests {
    @Test func `The interval covers the truth in 93 % of 400 runs while the machine gets 30 % slower`() async {
        let runs = 400
        let covered = await coveredRuns(of: runs, drift: 0.3)
        #expect(covered >= runs * 93 / 100)
    }
}
