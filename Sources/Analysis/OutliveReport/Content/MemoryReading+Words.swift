package import OutliveModel

extension MemoryReading {
    /// The use in words: `461 MB of 512 MB of the memory cgroup /app are in use`.
    package var words: String {
        "\(bytesText(used))\(limit.map { " of \(bytesText($0))" } ?? "") of \(owner) are in use"
    }

    /// The threshold in words: `at 461 MB of 512 MB of the memory cgroup /app`.
    package var wordsOfThreshold: String {
        "at \(bytesText(threshold))\(limit.map { " of \(bytesText($0))" } ?? "") of \(owner)"
    }
}
