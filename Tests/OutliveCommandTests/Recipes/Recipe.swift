import Foundation
import OutliveModel
import Testing

/// A recipe of Benchmarks/Recipes, run through the built command.
enum Recipe: String, CaseIterable {
    case redis, postgres, nginx

    static let repository = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")

    private var folder: String { "\(Self.repository)/Benchmarks/Recipes/\(rawValue)" }

    /// `true` if the daemon is installed; `scripts/test` installs it where it can.
    var isInstalled: Bool {
        let programs =
            switch self {
            case .redis: ["/usr/bin/redis-server"]
            case .postgres: FileManager.default.glob("/usr/lib/postgresql", "bin/initdb")
            case .nginx: ["/usr/sbin/nginx"]
            }
        return programs.contains { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs its set-up, then the benchmark to its end; options win over the recipe's.
    func run(_ options: [String]) async throws -> (run: Run, report: Report?) {
        let setup = try await Started("\(folder)/setup", []).end()
        try #require(setup.status == 0, "\(setup.errors)")
        let scratch = try Scratch()
        let json = scratch.file("report.json")
        let run = try await Started(
            Built.outlive,
            ["bench", "--config", "\(folder)/recipe.yml", "--report", "text", "--report", "json=\(json)"] + options
        ).end()
        let report = FileManager.default.contents(atPath: json)
        return (run, try report.map { try JSONDecoder().decode(Report.self, from: $0) })
    }
}

extension FileManager {
    /// `folder/*/name` for everything in a folder.
    fileprivate func glob(_ folder: String, _ name: String) -> [String] {
        ((try? contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)/\(name)" }
    }
}
