internal import Foundation

/// The recipes that `scripts/install` puts beside the command, in `../share/outlive`.
struct InstalledRecipes {
    private let folder: String

    init() {
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let place = executable.deletingLastPathComponent().deletingLastPathComponent()
        folder = place.path + "/share/outlive/Benchmarks/Recipes"
    }

    /// The names, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { path(of: $0) != nil }.sorted()
    }

    /// Returns the options file of a recipe, or `nil` if it is not installed.
    func path(of name: String) -> String? {
        let path = "\(folder)/\(name)/recipe.yml"
        return !name.contains("/") && FileManager.default.isReadableFile(atPath: path) ? path : nil
    }
}
