internal import ArgumentParser
internal import Foundation
internal import OutliveDriver
internal import OutliveReport
internal import OutliveSupport

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serves short answers to an assistant, by the Model Context Protocol on standard input and output.",
        usage: "outlive mcp [<options>] [--soak -- <options of outlive soak>]",
        discussion: """
            The tools are the questions of 'outlive explain', which read only what is allowed here: reports, snapshots \
            and processes. An answer has at most 2 kB, and no text that the program made at run time. The tool soak \
            runs the command that --soak gives, and says whether a cause is gone; a client cannot change it. Versions \
            of the protocol: \(([AssistantServer.stateless] + AssistantServer.handshake).joined(separator: ", ")). \
            Exit codes: 0 the client closed the input, 64 wrong usage.

            Examples:

              # Answer questions about the reports and snapshots in a folder
              outlive mcp --allow reports/
              # Answer questions about a process, and about the effect of a fix
              outlive mcp --process 4711 --allow run.json --soak -- --heap \\
                --launch './app {port}' --ready 'tcp:127.0.0.1:{port}' \\
                --work exec:./use-it
            """)

    @Option(
        parsing: .singleValue,
        help: .init("A file, or a folder with all that is in it; repeat for more.", valueName: "path"))
    var allow: [String] = []

    @Option(
        name: .customLong("process"), parsing: .singleValue,
        help: .init("A process; repeat for more.", valueName: "pid"), transform: processID(of:))
    var processes: [Int32] = []

    @ArgumentParser.Flag(help: "Offer a soak with the options after --, which are those of 'outlive soak'.")
    var soak = false

    @Argument(parsing: .postTerminator, help: .hidden)
    var soakOptions: [String] = []

    func validate() throws {
        guard soak == !soakOptions.isEmpty else {
            throw ValidationError(
                soak ? "--soak needs the options of outlive soak: add them after --" : "options after -- need --soak")
        }
        guard !allow.isEmpty || !processes.isEmpty || soak else {
            throw ValidationError("nothing is allowed: give --allow PATH, --process PID or --soak -- OPTIONS")
        }
        guard soak else { return }
        let command = try SoakCommand.checked(soakOptions, of: "--soak")
        guard !command.output.reports.contains(where: { $0.file == nil }) else {
            throw ValidationError("the options of --soak write a report to standard output: name a file, or remove it")
        }
    }

    func run() async throws {
        let targets: AllowedTargets
        do throws(AllowedTargets.Refusal) {
            targets = try AllowedTargets(paths: allow, processes: processes)
        } catch {
            throw ValidationError(error.reason)
        }
        var command: Command?
        if soak {
            guard let outlive = Bundle.main.executablePath else { throw ExitCode.failed }
            command = Command(program: outlive, arguments: ["soak"] + soakOptions + ["--report", "json"])
        }
        let server = AssistantServer(tools: AnswerTools(targets: targets, soak: command), output: STDOUT_FILENO)
        await server.serve(MessageLines.lines(of: FileInput(path: "-")))
    }
}
