internal import Foundation
internal import LeakCorpus

/// The part of Outlive that detects leaks in the cases.
enum Tier: Sendable {
    /// The registry, with which the cases register their components.
    case registry
    /// The heap tier, with the path of the preload library. Nothing is registered.
    case heap(library: String)
    /// Inspections from outside. Nothing is registered or preloaded, and no allocation is seen.
    case attach

    /// `true` if the heap is judged, and no registry.
    var isHeap: Bool {
        if case .registry = self { false } else { true }
    }

    /// `true` if allocations are captured with their stacks.
    var hasStacks: Bool {
        if case .heap = self { true } else { false }
    }

    /// The smallest accepted share of leaky cases whose leaks are found. Memory that is allocated again for the same
    /// type looks old from outside.
    var minimumFound: Double {
        if case .attach = self { 0.95 } else { 1 }
    }

    /// The smallest accepted share of leaky cases whose first culprit is one of the stated ones.
    var minimumCulprits: Double {
        if case .attach = self { 0.9 } else { 0.95 }
    }

    /// The options that pass the tier to the process of a case.
    var arguments: [String] {
        switch self {
        case .registry: []
        case .heap(let library): ["--heap", library]
        case .attach: ["--attach", "yes"]
        }
    }

    /// Returns the environment for the process of a case, and creates its folder of censuses in `directory`.
    func environment(in directory: URL, index: Int) throws -> [String: String] {
        guard isHeap else { return [:] }
        let censuses = Self.censuses(in: directory, index: index)
        try FileManager.default.createDirectory(
            at: censuses, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        guard case .heap(let library) = self else { return [:] }
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
