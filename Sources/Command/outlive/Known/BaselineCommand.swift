internal import ArgumentParser
internal import OutliveHeap
internal import OutliveKnown
internal import OutliveModel
internal import OutliveSupport

struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Accepts the leaks of a report until a date, or lists the accepted leaks.",
        discussion: """
            Known leaks are in \(KnownLeaksFile.standardPath), each with a reason and a last day; 'outlive bench', 'soak' \
            and 'report' apply them. The article "Known leaks" explains the file. Exit codes: 0 done, 1 an expired \
            entry still leaks, 3 a file cannot be read or written, 64 wrong usage or a wrong list.

            Examples:

              # Accept the leaks of a run, and list the accepted ones
              outlive baseline accept run.json --reason 'fixed in 2.1'
              outlive baseline list
            """,
        subcommands: [AcceptCommand.self, ListCommand.self])
}

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the known leaks with their last days, or the known growth of libraries.",
        discussion: """
            Exit codes: 0 listed, 3 the output cannot be written, 64 wrong usage or a wrong list.

            Examples:

              # List the accepted leaks, each with its last day and its reason
              outlive baseline list
              # List the growth by design of libraries
              outlive baseline list --libraries
            """)

    @OptionGroup var options: BaselineOptions

    @ArgumentParser.Flag(help: "List the known growth of libraries instead of the file.")
    var libraries = false

    func run() throws {
        let list = try libraries ? KnownGrowth.listing : KnownLeaksFile(reading: options.known).listing(on: .today)
        try print(Array(printable(list).utf8), as: .list)
    }
}
