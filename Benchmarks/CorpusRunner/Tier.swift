internal import Foundation
internal import LeakCorpus

/// The part of Outlive that detects leaks in the cases.
enum Tier: Sendable {
    /// The registry, with which the cases register their components.
    case registry
    /// The heap tier, with the path of the preload library. Nothing is registered.
    case heap(library: String)

    /// `true` for the heap tier.
    var isHeap: Bool {
        if case .heap = self { true } else { false }
    }

    /// The options that pass the tier to the process of a case.
    var arguments: [String] {
        switch self {
        case .registry: []
        case .heap(let library): ["--heap", library]
        }
    }

    /// Returns the environment for the process of a case, and creates its folder of censuses in `directory`.
    func environment(in directory: URL, index: Int) throws -> [String: String] {
        guard case .heap(let library) = self else { return [:] }
        let censuses = Self.censuses(in: directory, index: index)
        try FileManager.default.createDirectory(
            at: censuses, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let preloaded = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { ":\($0)" } ?? ""
        return [
            "LD_PRELOAD": library + preloaded, "OUTLIVE_HEAP": censuses.path, "OUTLIVE_HEAP_EXIT": "0",
            "OUTLIVE_TARGET": Bundle.main.executablePath ?? "/proc/self/exe",
        ]
    }

    /// Returns the folder of a case's censuses.
    static func censuses(in directory: URL, index: Int) -> URL {
        directory.appending(path: "\(index)-\(allCases[index].id.replacing("/", with: "-"))")
    }
}
