internal import Foundation
internal import LeakCorpus

/// What looks for leaks in the cases.
enum Tier: Sendable {
    /// The registry, which the cases register their components with.
    case registry
    /// The heap tier, from the preload library at a path; nothing is registered.
    case heap(library: String)

    /// Whether it is the heap tier.
    var isHeap: Bool {
        if case .heap = self { true } else { false }
    }

    /// What tells the process of a case of it.
    var arguments: [String] {
        switch self {
        case .registry: []
        case .heap(let library): ["--heap", library]
        }
    }

    /// What the process of a case needs in its environment; makes its folder of censuses in `directory`.
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

    /// The folder that the censuses of a case are written to.
    static func censuses(in directory: URL, index: Int) -> URL {
        directory.appending(path: "\(index)-\(allCases[index].id.replacing("/", with: "-"))")
    }
}
