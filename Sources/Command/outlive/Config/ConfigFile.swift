internal import ArgumentParser
internal import Foundation
internal import OutliveKnown
internal import OutliveSupport

/// A file for `--config`: options in YAML, by their long names.
///
/// Its entries become arguments, so that one parser reads both with the same rules. Each entry is first parsed alone,
/// so that an error has a line number.
struct ConfigFile {
    /// The flags, which have no value on the command line, and `true` or `false` in a file.
    private static let flags = ["allocations", "attach", "for-bisect", "heap", "show-known", "unsafe-methods"]
    /// The options with the path of a file that lies beside this one.
    private static let paths = ["budget-file", "known", "routes"]
    /// The repeatable options.
    private static let lists = ["arm", "arm-done", "build", "expect", "header", "min-speedup", "report"]

    private let path: String
    private let entries: [OptionEntry]

    /// Reads the file.
    ///
    /// - Parameter command: The command with the options.
    /// - Throws: `YAMLError` or `ValidationError` with the place, if the file or an entry cannot be used.
    private init(path: String, of command: any ParsableCommand.Type) throws {
        self.path = path
        entries = try YAMLFile(reading: path, kind: "file of options").options(lists: Self.lists)
        for entry in entries { try check(entry, of: command) }
    }

    private func check(_ entry: OptionEntry, of command: any ParsableCommand.Type) throws {
        guard entry.name != "config" else {
            throw ValidationError("\(path):\(entry.line): a file cannot name another with --config")
        }
        guard !Self.flags.contains(entry.name) || ["true", "false"].contains(entry.value) else {
            throw ValidationError("\(path):\(entry.line): '\(entry.name)' must be true or false")
        }
        do {
            _ = try command.parse(arguments(of: entry))
        } catch {
            let isRefused = command.exitCode(for: error) == .validationFailure
            let reason = isRefused ? command.message(for: error) : "'\(entry.name)' is not an option for a file"
            // Values of several lines are quoted on one.
            let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
            throw ValidationError("\(path):\(entry.line): \(line)")
        }
    }

    /// Returns an option as command-line arguments, empty for a flag that is `false`.
    private func arguments(of entry: OptionEntry) -> [String] {
        guard Self.flags.contains(entry.name) else { return ["--\(entry.name)=\(value(of: entry))"] }
        return entry.value == "true" ? ["--\(entry.name)"] : []
    }

    /// Returns the value of an option; a path of known leaks or budgets is relative to the folder of the file.
    private func value(of entry: OptionEntry) -> String {
        guard Self.paths.contains(entry.name), entry.value != "off", !entry.value.isEmpty, !entry.value.hasPrefix("/")
        else {
            return entry.value
        }
        return ((path as NSString).deletingLastPathComponent as NSString).appendingPathComponent(entry.value)
    }
}

extension ConfigFile {
    /// Returns the arguments of the command line after the arguments in `--config FILE`, so that typed ones win.
    ///
    /// All values of a repeatable option count, but a typed `--report` replaces all reports of the file, and a typed
    /// `--reset` or `--arm` all arms of the file.
    ///
    /// - Parameters:
    ///   - typed: The arguments without the name of the program.
    ///   - commands: The commands with a `--config` option.
    /// - Throws: `YAMLError` or `ValidationError` if the file cannot be used.
    static func expand(_ typed: [String], of commands: [any ParsableCommand.Type]) throws -> [String] {
        guard let command = commands.first(where: { $0.configuration.commandName == typed.first }) else { return typed }
        let typed = try withRecipe(typed)
        guard let path = try path(in: typed) else { return typed }
        func isTyped(_ name: String) -> Bool { typed.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") } }
        var replaced: Set<String> = isTyped("report") ? ["report"] : []
        if isTyped("arm") { replaced.formUnion(["arm", "arm-done", "reset", "done"]) }
        if isTyped("build") { replaced.insert("build") }
        if isTyped("reset") { replaced.formUnion(["arm", "arm-done"]) }
        let file = try ConfigFile(path: path, of: command)
        let added = file.entries.filter { !replaced.contains($0.name) }.flatMap(file.arguments)
        return [typed[0]] + added + typed.dropFirst()
    }

    /// Returns the arguments with the name of an installed recipe replaced by `--config` and its file.
    ///
    /// - Throws: `ValidationError` if there is no such recipe.
    private static func withRecipe(_ typed: [String]) throws -> [String] {
        guard let name = typed.dropFirst().first, !name.isEmpty, !name.hasPrefix("-") else { return typed }
        guard let path = recipe(name) else {
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: recipes)) ?? []
            let names = folders.filter { recipe($0) != nil }.sorted()
            let nearest =
                name.nearest(of: names.isEmpty ? ["nginx", "postgres", "redis"] : names)
                .flatMap { $0 == name ? nil : "did you mean \($0)? " } ?? ""
            throw ValidationError(
                "there is no recipe '\(name.onOneLine(upTo: 80))': \(nearest)"
                    + (names.isEmpty
                        ? "scripts/install installs nginx, postgres and redis; in a checkout give "
                            + "--config Benchmarks/Recipes/NAME/recipe.yml"
                        : "there are \(names.joined(separator: ", "))"))
        }
        return [typed[0], "--config", path] + typed.dropFirst(2)
    }

    /// The folder of the recipes that `scripts/install` puts beside the command, in `../share/outlive`.
    private static var recipes: String {
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let place = executable.deletingLastPathComponent().deletingLastPathComponent()
        return place.path + "/share/outlive/Benchmarks/Recipes"
    }

    /// Returns the options file of a recipe, or `nil` if it is not installed.
    private static func recipe(_ name: String) -> String? {
        let path = "\(recipes)/\(name)/recipe.yml"
        return !name.contains("/") && FileManager.default.isReadableFile(atPath: path) ? path : nil
    }

    private static func path(in typed: [String]) throws -> String? {
        // An option that takes a value never takes `--config` as one: the parser refuses that.
        let paths = typed.indices.compactMap { index -> String? in
            if typed[index] == "--config" { return typed.dropFirst(index + 1).first }
            return typed[index].hasPrefix("--config=") ? String(typed[index].dropFirst(9)) : nil
        }
        guard paths.count <= 1 else { throw ValidationError("--config is given twice: name one file") }
        return paths.first
    }
}

struct ConfigOption: ParsableArguments {
    @Option(
        help: .init(
            "A YAML file with any of these options, 'name: value'; the command line takes precedence.",
            valueName: "file"))
    var config: String?

    /// The folder for `{here}`: the folder of the file, or the current one without a file.
    var folder: String {
        let folder = config.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return (folder ?? URL(fileURLWithPath: ".")).standardizedFileURL.path
    }
}
