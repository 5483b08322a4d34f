internal import ArgumentParser

extension ConfigFile {
    /// The arguments of the command line with those of its `--config FILE` before them, so that what is typed wins.
    ///
    /// Of an option that can be repeated all count, but a typed `--report` replaces those of the file.
    ///
    /// - Parameter typed: the arguments without the program's name.
    /// - Throws: `ValidationError` when the file cannot be used.
    static func expand(_ typed: [String]) throws -> [String] {
        guard typed.first == BenchCommand.name, let path = try path(in: typed) else { return typed }
        let entries = try ConfigFile(path: path).entries
        let reportsAreTyped = typed.contains { $0 == "--report" || $0.hasPrefix("--report=") }
        let counting = entries.filter { !(reportsAreTyped && $0.name == "report") }
        return [BenchCommand.name] + counting.map(\.argument) + typed.dropFirst()
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
