/// Something in a log that is not as it should be; it is counted, and reading goes on.
public enum OddLine: String, Codable, Hashable, Sendable, CaseIterable {
    /// An activity line without a time, such as `t = nans`.
    case untimed
    /// An activity line that has other blanks than XCTest wrote: where the indentation is lost as well, launches have
    /// no time.
    case unpadded
    /// An activity line that belongs to no test case, as where a log begins in the middle.
    case outsideTestCases
    /// An activity line that is earlier than the one before it.
    case backInTime
    /// A line that names a test case and tells nothing that is known of it.
    case unknownTestCaseLine
    /// A test case that ended with activity lines and had not been started.
    case endWithoutStart
    /// A test case that was started and did not end, as after a crash.
    case startWithoutEnd
    /// An `Open` of an application that neither launched nor activated it.
    case openWithoutLaunch
    /// A line of which only the beginning was read, as it is longer than 64 KiB.
    case long
}

/// How often something odd was seen.
public struct OddLineCount: Codable, Hashable, Sendable {
    /// What was seen.
    public var kind: OddLine
    /// How often; above 0.
    public var count: Int

    /// Makes a count.
    public init(kind: OddLine, count: Int) {
        self.kind = kind
        self.count = count
    }
}
