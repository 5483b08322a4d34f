internal import OutliveModel

extension OddLineCount {
    /// The irregularity and the number of its lines.
    var words: String {
        switch kind {
        case .untimed: "\(counted(count, "activity line")) without a time"
        case .unpadded:
            "\(counted(count, "activity line")) with changed whitespace: without the indentation, launches have no time"
        case .outsideTestCases: "\(counted(count, "activity line")) outside of test cases"
        case .backInTime: "\(counted(count, "activity line")) earlier than the one before"
        case .unknownTestCaseLine: "\(counted(count, "line")) of test cases that are not recognised"
        case .endWithoutStart: "\(counted(count, "test case")) that ended without a start"
        case .startWithoutEnd: "\(counted(count, "test case")) that never ended"
        case .openWithoutLaunch: "\(count) times Open without a launch"
        case .long: "\(counted(count, "line")) longer than 64 KiB"
        }
    }
}
