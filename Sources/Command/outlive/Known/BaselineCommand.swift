internal import ArgumentParser
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSupport
internal import OutliveYAML

struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Accepts the leaks of a report until a date, or lists the accepted leaks.",
        discussion: """
            Known leaks are in \(KnownLeaksFile.standardPath), each with a reason and a last day; 'outlive bench', 'soak' \
            and 'report' apply them. The article "Known leaks" explains the file.

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
        let lines = libraries ? Self.libraryLines : try fileLines()
        let text = lines.map { $0 + "\n" }.joined()
        try print(Array(Terminal.shown(text).utf8), as: .list)
    }

    private func fileLines() throws -> [String] {
        let file = try KnownLeaksFile(reading: options.known)
        let entries = file.content.entries
        let path = file.path.onOneLine()
        let expired = entries.count { $0.hasExpired(on: .today) }
        let head = "\(path): \(counted(entries.count, "known leak"))"
        return [head + (expired > 0 ? ", of which \(expired) expired" : "")] + entries.flatMap { lines($0, path) }
    }

    private func lines(_ entry: KnownLeak, _ path: String) -> [String] {
        let match = entry.match
        let matched = [
            ("fingerprint", match.fingerprint), ("type", match.type), ("site", match.site), ("culprit", match.culprit),
        ].compactMap { name, value in value.map { "\(name) \($0.onOneLine())" } }.joined(separator: ", ")
        let state =
            entry.expires.map { entry.hasExpired(on: .today) ? "EXPIRED after \($0)" : "accepted until \($0)" }
            ?? "accepted for good"
        let facts = [
            ("reason", entry.reason), ("owner", entry.owner), ("toolchain", entry.toolchain.map { "Swift \($0)" }),
        ].compactMap { name, value in value.map { "    \(name): \($0.onOneLine())" } }
        return ["  \(path):\(entry.line ?? 1): \(matched): \(state)"] + facts
    }

    private static var libraryLines: [String] {
        ["Known growth of libraries, which does not fail a run:"]
            + KnownGrowth.all.flatMap { entry in
                let growth = entry.growth
                return [
                    "  \(growth.library): \(growth.reason)",
                    "    types: \(entry.type == "*" ? "any that hold none of the program's" : entry.type)",
                    "    called by the program: \(entry.functions.joined(separator: " or "))",
                    "    seen with: Swift \(growth.toolchains.joined(separator: ", ")) on \(growth.system)",
                ]
            }
    }
}
