internal import ArgumentParser
internal import OutliveSupport

/// Wrong usage of the command: the line that reports it, with a remedy and the help to read.
struct WrongUsage {
    private typealias CommandType = any ParsableCommand.Type

    private let words: [String]
    /// The commands that the first words name, `outlive` first.
    private let path: [CommandType]

    /// - Parameter words: The arguments without the name of the program.
    init(_ words: some Sequence<String>) {
        self.words = Array(words)
        var path: [CommandType] = [OutliveCommand.self]
        for word in self.words {
            let next = path[path.count - 1].configuration.subcommands.first { $0.configuration.commandName == word }
            guard let next else { break }
            path.append(next)
        }
        self.path = path
    }

    /// Returns the line for an error of the parser.
    func line(for error: any Error) -> String {
        "\(programAfterDashes ?? misspeltOption ?? reason(of: error)) (\(help))"
    }

    /// Refuses a first word that is neither a command, an option nor a target, which the parser would ignore before
    /// `--help`, and such a word after `help`.
    ///
    /// - Throws: `ValidationError` with the most similar command.
    func refuseUnknownCommand() throws {
        let named = words.first == "help" ? words.dropFirst() : words[...]
        guard let word = named.first, !word.isEmpty else { return }
        if ["-v", "-V", "version"].contains(word) {
            throw ValidationError("there is no command '\(word)'; did you mean --version?")
        }
        guard !word.hasPrefix("-"), word != "help", !OutliveCommand.commandNames.contains(word) else { return }
        let hint = word.nearest(of: OutliveCommand.commandNames).map { "; did you mean \($0)?" }
        let otherwise = ", and no file or process of this name"
        throw ValidationError("there is no command '\(word.onOneLine(upTo: 80))'\(hint ?? otherwise)")
    }

    private var help: String {
        let names = path.compactMap { $0.configuration.commandName }.joined(separator: " ")
        let hasCommands = !path[path.count - 1].configuration.subcommands.isEmpty
        return "\(names) --help lists the \(hasCommands ? "commands" : "options")"
    }

    /// The remedy for a program after `--`, which only `run` takes.
    private var programAfterDashes: String? {
        guard let name = path[path.count - 1].configuration.commandName, ["soak", "bench"].contains(name),
            let dashes = words.firstIndex(of: "--"), dashes + 1 < words.count
        else { return nil }
        let program = words[(dashes + 1)...].joined(separator: " ").onOneLine(upTo: 80)
        return "only 'outlive run' takes a program after --: write --launch '\(program)'"
    }

    /// The message about an option that is almost one of the command, or `nil` if there is none.
    ///
    /// The parser reports what is missing first, also if only the name of an option is misspelt.
    private var misspeltOption: String? {
        let options = Self.options(of: path[path.count - 1])
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
            let name = String(word.prefix { $0 != "=" })
            guard !options.contains(name), let nearest = name.nearest(of: options) else { continue }
            return "there is no option '\(name.onOneLine(upTo: 80))'; did you mean \(nearest)?"
        }
        return nil
    }

    // Examples and descriptions mention other options only of the same command.
    private static func options(of command: CommandType) -> [String] {
        OutliveCommand.helpMessage(for: command, includeHidden: true).matches(of: /--[a-z][a-z-]*/).map {
            String($0.output)
        }
    }

    /// Returns a message of the parser, which may list values on several lines, on one line and with a remedy.
    private func reason(of error: any Error) -> String {
        let lines = OutliveCommand.message(for: error).split(separator: "\n")
        let values = lines.dropFirst().map { $0.trimmingPrefix("  - ") }
        let message = lines.prefix(1).joined() + (values.isEmpty ? "" : " " + values.joined(separator: ", "))
        // A reason that quotes the value needs no second quotation.
        if let parts = message.wholeMatch(of: /The value '(.*)' is invalid for '(--[a-z-]+) [^']*': (.*)/)?.output,
            parts.3.contains(parts.1), !parts.1.isEmpty
        {
            return "\(parts.2): \(parts.3)"
        }
        if message.hasSuffix("<n>'") { return message + ": give a whole number" }
        guard let option = message.firstMatch(of: /Unknown option '(--[a-z-]+)'/)?.output.1 else { return message }
        let owners = OutliveCommand.configuration.subcommands.filter { Self.options(of: $0).contains(String(option)) }
        let names = owners.compactMap { $0.configuration.commandName }.prefix(3).joined(separator: ", ")
        return names.isEmpty ? message : "\(message), which is one of \(names)"
    }
}

extension String {
    /// Returns the most similar of some names, or `nil` if more than two letters differ.
    func nearest(of names: [String]) -> String? {
        let nearest = names.min { editDistance(to: $0) < editDistance(to: $1) }
        return nearest.flatMap { editDistance(to: $0) <= 2 ? $0 : nil }
    }
}
