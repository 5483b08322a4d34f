import OutliveModel
import OutliveTestSupport
import Testing

struct CoverageTests {
    static let arms: [[(name: Arm, seconds: Double)]] = [
        [(.launch, 4), (.reset, 1)],
        [(Arm(rawValue: "relaunch"), 4), (Arm(rawValue: "truncate"), 1), (Arm(rawValue: "template"), 2.5)],
        [
            (Arm(rawValue: "relaunch"), 4), (Arm(rawValue: "truncate"), 1), (Arm(rawValue: "template"), 2.5),
            (Arm(rawValue: "reload"), 4.2), (Arm(rawValue: "spare"), 0.2),
        ],
    ]

    @Test(arguments: arms.indices)
    func `All intervals cover the truth in 93 % of runs while the machine gets 30 % slower`(place: Int) async {
        let runs = Fuzzing.long == nil ? 100 : 4000
        let covered = await coveredRuns(of: runs, drift: 0.3, arms: Self.arms[place])
        #expect(covered >= runs * 93 / 100, "\(covered) of \(runs) runs")
    }
}
