internal import FoundationEssentials
package import OutliveModel

extension Machine {
    package static var current: Machine {
        let process = ProcessInfo.processInfo
        return Machine(
            system: systemName ?? process.operatingSystemVersionString, architecture: architectureName,
            processor: processorName, processors: process.activeProcessorCount,
            memoryBytes: Int(clamping: process.physicalMemory))
    }

    /// The name of this host, or `nil` if it is unknown.
    package static var hostName: String? {
        let name = try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
        return name.map { String(Substring($0).trimmed) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static var systemName: String? {
        value(of: "PRETTY_NAME", separator: "=", in: "/etc/os-release")
            ?? value(of: "PRETTY_NAME", separator: "=", in: "/usr/lib/os-release")
    }

    private static var processorName: String? { value(of: "model name", separator: ":", in: "/proc/cpuinfo") }

    private static var architectureName: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "other"
        #endif
    }

    /// Returns the value of the first line with a key in a file, without quotes.
    private static func value(of key: String, separator: Character, in path: String) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: separator, maxSplits: 1)
            guard parts.count == 2, parts[0].trimmed == key else { continue }
            return String(parts[1].trimmed)
        }
        return nil
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        func isEdge(_ character: Character) -> Bool { character.isWhitespace || character == "\"" }
        let start = drop(while: isEdge)
        let end = start.lastIndex { !isEdge($0) }.map { start.index(after: $0) } ?? start.startIndex
        return start[..<end]
    }
}
