/// A test case whose lines are still being read.
struct CaseInProgress {
    /// The maximum length of a stored name, in bytes; longer names stay distinct by their hash, but are truncated.
    private static let longestName = 512

    /// The beginning of the name; `nil` for lines outside all known test cases.
    private(set) var name: [UInt8]?
    private(set) var nameDigest: UInt64 = 0
    private(set) var lines = 0
    var tracker = LaunchTracker()
    private var digest = BlockDigest()

    init() {}

    init(name: Bytes) { adopt(name) }

    mutating func adopt(_ name: Bytes) {
        self.name = Array(name.prefix(Self.longestName))
        nameDigest = BlockDigest(of: name).value
    }

    func isNamed(_ digest: UInt64) -> Bool { name != nil && nameDigest == digest }

    @inline(__always)
    mutating func take(_ line: ActivityLine, at time: Int64, _ applications: inout SeenDigests) {
        lines += 1
        digest.add(UInt64(bitPattern: time))
        digest.add(UInt64(line.indent))
        digest.add(line.text)
        tracker.take(line, at: time, &applications)
    }

    /// Returns the hash of the test and its activity lines, or of the test and its time if it has no lines.
    func blockDigest(time: Int64?) -> UInt64 {
        var digest = digest
        digest.add(nameDigest)
        if lines == 0 { digest.add(UInt64(bitPattern: time ?? -1)) }
        return digest.value
    }
}
