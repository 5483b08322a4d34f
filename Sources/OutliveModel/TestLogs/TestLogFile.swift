/// What one log of a test run tells about launches.
public struct TestLogFile: Hashable, Sendable {
    /// The file, as it was named; `-` is standard input.
    public var path: String
    /// How many bytes were read.
    public var bytes: Int
    /// How many lines were read.
    public var lines: Int
    /// How many of them are activity lines.
    public var activityLines: Int
    /// Everything that is in the log, however often.
    public var figures: LaunchFigures
    /// The same, where what the log repeats counts once: the same test with the same activity lines.
    public var unique: LaunchFigures
    /// The suites that launched, the one with most launch time first.
    public var suites: [LaunchGroup]
    /// The test cases that launched, the one with most launch time first.
    public var cases: [LaunchGroup]
    /// Launches in test cases that are not listed, as there are too many names.
    public var unlistedLaunches: Int
    /// Test cases that were not remembered, so that a repetition of them counts again; there were too many.
    public var unrememberedTestCases: Int
    /// What was odd, by kind.
    public var oddLines: [OddLineCount]

    /// Makes what an empty log tells.
    public init(path: String) {
        self.path = path
        bytes = 0
        lines = 0
        activityLines = 0
        figures = LaunchFigures()
        unique = LaunchFigures()
        suites = []
        cases = []
        unlistedLaunches = 0
        unrememberedTestCases = 0
        oddLines = []
    }
}

extension TestLogFile: Codable {
    private enum CodingKeys: String, CodingKey {
        case path, bytes, lines, activityLines, uniqueLaunchSeconds, launchShare, unique, suites, cases
        case unlistedLaunches, unrememberedTestCases, oddLines
    }

    /// Reads the JSON form, in which the figures stand beside the path.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = try container.decode(String.self, forKey: .path)
        bytes = try container.decode(Int.self, forKey: .bytes)
        lines = try container.decode(Int.self, forKey: .lines)
        activityLines = try container.decode(Int.self, forKey: .activityLines)
        figures = try LaunchFigures(from: decoder)
        unique = try container.decode(LaunchFigures.self, forKey: .unique)
        suites = try container.decode([LaunchGroup].self, forKey: .suites)
        cases = try container.decode([LaunchGroup].self, forKey: .cases)
        unlistedLaunches = try container.decode(Int.self, forKey: .unlistedLaunches)
        unrememberedTestCases = try container.decode(Int.self, forKey: .unrememberedTestCases)
        oddLines = try container.decode([OddLineCount].self, forKey: .oddLines)
    }

    /// Writes the JSON form, with what readers would otherwise have to work out.
    public func encode(to encoder: any Encoder) throws {
        try figures.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(lines, forKey: .lines)
        try container.encode(activityLines, forKey: .activityLines)
        try container.encode(unique.launchSeconds, forKey: .uniqueLaunchSeconds)
        try container.encodeIfPresent(unique.launchShare, forKey: .launchShare)
        try container.encode(unique, forKey: .unique)
        try container.encode(suites, forKey: .suites)
        try container.encode(cases, forKey: .cases)
        try container.encode(unlistedLaunches, forKey: .unlistedLaunches)
        try container.encode(unrememberedTestCases, forKey: .unrememberedTestCases)
        try container.encode(oddLines, forKey: .oddLines)
    }
}
