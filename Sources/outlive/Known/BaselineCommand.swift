internal import ArgumentParser

/// `outlive baseline`: the list of leaks that are accepted for a while.
struct BaselineCommand: ParsableCommand {
    static let name = "baseline"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Accepts the leaks of a report for a while, or lists what is accepted.",
        discussion: """
            Known leaks are in \(KnownLeaksFile.standardPath), each with a reason and a last day; 'outlive bench', 'soak' \
            and 'report' apply them. The article "Known leaks" explains the file.
            """,
        subcommands: [AcceptCommand.self, ListCommand.self])
}

/// Where the list of known leaks is, for the commands that edit or show it.
struct BaselineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The list of known leaks.", valueName: "file"))
    var known = KnownLeaksFile.standardPath

    func validate() throws {
        guard !known.isEmpty, known != "off" else { throw ValidationError("--known '\(known)' is no file: name one") }
    }
}
