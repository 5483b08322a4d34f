internal import ArgumentParser

/// The `outlive baseline` command, which manages the list of known leaks.
struct BaselineCommand: ParsableCommand {
    static let name = "baseline"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Accepts the leaks of a report until a date, or lists the accepted leaks.",
        discussion: """
            Known leaks are in \(KnownLeaksFile.standardPath), each with a reason and a last day; 'outlive bench', 'soak' \
            and 'report' apply them. The article "Known leaks" explains the file.
            """,
        subcommands: [AcceptCommand.self, ListCommand.self])
}

/// The option for the path of the list, for commands that edit or show it.
struct BaselineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The list of known leaks.", valueName: "file"))
    var known = KnownLeaksFile.standardPath

    func validate() throws {
        guard !known.isEmpty, known != "off" else {
            throw ValidationError("--known '\(known)' is not a file: name one")
        }
    }
}
