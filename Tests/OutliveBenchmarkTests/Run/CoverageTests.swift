import Testing

@Suite("The interval of a whole run")
struct CoverageTests {
    @Test func `covers the truth in 93 % of 400 runs while the machine gets 30 % slower`() async {
        let runs = 400
        let covered = await coveredRuns(of: runs, drift: 0.3)
        #expect(covered >= runs * 93 / 100)
    }
}
