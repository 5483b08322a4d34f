internal import ArgumentParser
internal import Foundation
internal import Outlive
internal import Workloads

/// `figures memory`: checks that memory stays flat however long the registry is in use.
struct MemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory", abstract: "Resident memory over many generations, or many registrations.")

    /// The repeated work.
    enum Load: String, CaseIterable, ExpressibleByArgument {
        /// A million generations of 10 components, each settled.
        case generations
        /// Ten million registrations in one generation.
        case tracks
    }

    @Argument var load: Load

    /// The largest accepted increase in bytes, which is a tenth of a byte for each registration.
    private static let tolerance = 1 << 20

    func run() async throws {
        let registry = LeakRegistry()
        var memory: [Int] = []
        for _ in 0..<100 {
            switch load {
            case .generations:
                for _ in 0..<10_000 {
                    registry.trackShortLived(10)
                    _ = await registry.endGeneration().settled()
                }
            case .tracks: registry.trackShortLived(100_000)
            }
            memory.append(try residentBytes())
        }
        // The first tenth is warm-up.
        let measured = memory.dropFirst(10)
        let growth = (measured.max() ?? 0) - (measured.first ?? 0)
        Figure(
            name: load == .generations ? "memory, 1e6 generations of 10 components" : "memory, 1e7 tracks, no reset",
            goal: "flat after warm-up: within 1 MiB",
            measured: "\(mebibytes(measured.first ?? 0)) to \(mebibytes(measured.max() ?? 0)) MiB",
            holds: growth <= Self.tolerance
        ).show()
    }

    private func mebibytes(_ bytes: Int) -> String { number(Double(bytes) / 0x1p20, digits: 2) }

    /// Returns the resident memory of this process, in bytes.
    private func residentBytes() throws -> Int {
        let text = try String(contentsOf: URL(filePath: "/proc/self/smaps_rollup"), encoding: .utf8)
        let words = text.split(separator: "\n").first { $0.hasPrefix("Rss:") }?.split(separator: " ")
        guard let words, words.count > 1, let kibibytes = Int(words[1]) else {
            throw ValidationError("/proc/self/smaps_rollup tells no Rss")
        }
        return kibibytes << 10
    }
}
