internal import ArgumentParser
internal import Foundation

extension ConfigFile {
    /// The arguments of the command line with those of its `--config FILE` before them, so that what is typed wins.
    ///
    /// Of an option that can be repeated all count, but a typed `--report` replaces those of the file.
    ///
    /// - Parameter typed: the arguments without the program's name.
    /// - Throws: `ValidationError` when the file cannot be used.
    static func expand(_ typed: [String]) throws -> [String] {
        guard let command = typed.first, let options = commands[command], let path = try path(in: typed) else {
            return typed
        }
        let entries = try ConfigFile(path: path, of: options).entries
        let reportsAreTyped = typed.contains { $0 == "--report" || $0.hasPrefix("--report=") }
        let counting = entries.filter { !(reportsAreTyped && $0.name == "report") }
        return [command] + counting.flatMap { $0.beside(path).arguments } + typed.dropFirst()
    }

    /// The commands that take a file, each with what reads its options.
    private static var commands: [String: any ParsableArguments.Type] {
        [BenchCommand.name: BenchOptions.self, SoakCommand.name: SoakOptions.self]
    }

    private static func path(in typed: [String]) throws -> String? {
        // What follows an option that takes a value is never taken for `--config`: the parser refuses it as a value.
        let paths = typed.indices.compactMap { index -> String? in
            if typed[index] == "--config" { return typed.dropFirst(index + 1).first }
            return typed[index].hasPrefix("--config=") ? String(typed[index].dropFirst(9)) : nil
        }
        guard paths.count <= 1 else { throw ValidationError("--config is given twice: name one file") }
        return paths.first
    }
}

extension ConfigFile.Entry {
    /// The same, where the list of known leaks is named from the folder of the file of options, as the two are kept together.
    fileprivate func beside(_ path: String) -> ConfigFile.Entry {
        guard name == "known", value != "off", !value.isEmpty, !value.hasPrefix("/") else { return self }
        let folder = (path as NSString).deletingLastPathComponent
        return ConfigFile.Entry(name: name, value: (folder as NSString).appendingPathComponent(value), line: line)
    }
}
