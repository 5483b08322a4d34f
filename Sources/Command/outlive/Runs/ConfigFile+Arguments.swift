internal import ArgumentParser
internal import Foundation
internal import OutliveSupport

extension ConfigFile {
    /// Returns the arguments of the command line, preceded by those of `--config FILE`, so that typed ones win.
    ///
    /// All values of a repeatable option count, but a typed `--report` replaces those of the file, and a typed
    /// `--reset` or `--arm` all arms of the file.
    ///
    /// - Parameter typed: The arguments without the name of the program.
    /// - Throws: `YAMLError` or `ValidationError` if the file cannot be used.
    static func expand(_ typed: [String]) throws -> [String] {
        let typed = try withRecipe(typed)
        guard let command = typed.first, let options = commands[command], let path = try path(in: typed) else {
            return typed
        }
        let entries = try ConfigFile(path: path, of: options).entries
        func isTyped(_ name: String) -> Bool { typed.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") } }
        var replaced: Set<String> = isTyped("report") ? ["report"] : []
        if isTyped("arm") { replaced.formUnion(["arm", "arm-done", "reset", "done"]) }
        if isTyped("reset") { replaced.formUnion(["arm", "arm-done"]) }
        let counting = entries.filter { !replaced.contains($0.name) }
        let added = counting.flatMap { $0.beside(path).arguments }
        return [command] + added + typed.dropFirst()
    }

    /// Returns the arguments with the name of an installed recipe replaced by `--config` and its file.
    ///
    /// - Throws: `ValidationError` if there is no such recipe.
    private static func withRecipe(_ typed: [String]) throws -> [String] {
        guard let command = typed.first, commands[command] != nil, let name = typed.dropFirst().first,
            !name.isEmpty, !name.hasPrefix("-")
        else { return typed }
        let recipes = InstalledRecipes()
        guard let path = recipes.path(of: name) else {
            let names = recipes.names
            throw ValidationError(
                "there is no recipe '\(name.onOneLine(upTo: 80))': "
                    + (names.isEmpty ? "scripts/install installs them" : "there are \(names.joined(separator: ", "))"))
        }
        return [command, "--config", path] + typed.dropFirst(2)
    }

    /// The commands with a `--config` option, each with the type that parses its options.
    private static var commands: [String: any ParsableArguments.Type] {
        [BenchCommand.name: BenchOptions.self, SoakCommand.name: SoakOptions.self]
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

extension ConfigFile.Entry {
    /// Returns the entry, with a path of known leaks resolved from the folder of the options file.
    fileprivate func beside(_ path: String) -> ConfigFile.Entry {
        guard name == "known", value != "off", !value.isEmpty, !value.hasPrefix("/") else { return self }
        let folder = (path as NSString).deletingLastPathComponent
        return ConfigFile.Entry(name: name, value: (folder as NSString).appendingPathComponent(value), line: line)
    }
}
