/// A test case whose lines are being read.
struct CaseInProgress {
    /// As much of a name as is kept; more is told apart, but not shown.
    private static let longestName = 512

    /// The beginning of the name; nil for lines that belong to no test case that is known.
    private(set) var name: [UInt8]?
    /// Stands for the whole name.
    private(set) var nameDigest: UInt64 = 0
    /// How many activity lines there were.
    private(set) var lines = 0
    /// The launches in them.
    var tracker = LaunchTracker()
    private var digest = BlockDigest()

    /// Begins with lines of a test case that is not known.
    init() {}

    /// Begins a test case.
    init(name: Bytes) { adopt(name) }

    /// Gives the lines a name, once it is known.
    mutating func adopt(_ name: Bytes) {
        self.name = Array(name.prefix(Self.longestName))
        nameDigest = Self.digest(of: name)
    }

    /// Whether this is the test case of that name.
    func isNamed(_ digest: UInt64) -> Bool { name != nil && nameDigest == digest }

    /// What stands for a name.
    static func digest(of name: Bytes) -> UInt64 {
        var digest = BlockDigest()
        digest.add(name)
        return digest.value
    }

    /// Takes the next activity line.
    @inline(__always)
    mutating func take(_ line: ActivityLine, at time: Int64, _ applications: inout KnownApplications) {
        lines += 1
        digest.add(UInt64(bitPattern: time))
        digest.add(UInt64(line.indent))
        digest.add(line.text)
        tracker.take(line, at: time, &applications)
    }

    /// What stands for the test and its activity lines, or for its time where it has none, in microseconds.
    func blockDigest(time: Int64?) -> UInt64 {
        var digest = digest
        digest.add(nameDigest)
        if lines == 0 { digest.add(UInt64(bitPattern: time ?? -1)) }
        return digest.value
    }
}
