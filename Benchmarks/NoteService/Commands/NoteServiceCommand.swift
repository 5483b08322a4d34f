import ArgumentParser
import Foundation

/// The command `note-service`.
@main
struct NoteServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note-service",
        abstract: "A note service over HTTP: the sample that Outlive is measured with.",
        subcommands: [Serve.self, Work.self, Generate.self, Leaks.self, Leftovers.self])

    /// Runs the command and reports each of its own failures in one line.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as ServiceFailure {
            FileHandle.standardError.write(Data("note-service: \(failure)\n".utf8))
            exit(withError: ExitCode(failure.exitCode))
        } catch {
            exit(withError: error)
        }
    }
}
