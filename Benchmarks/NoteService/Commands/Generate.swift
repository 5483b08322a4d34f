import ArgumentParser
import Foundation

/// Writes a data file for the service.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a data file; the same options give the same bytes.")

    @Option(help: "How many notes, 1 to 1000000.")
    var count = 20_000

    @Option(help: "Which notes: another seed gives others.")
    var seed: UInt64 = 1

    @Option(help: "The file to write.")
    var output: String

    func run() throws {
        guard (1...1_000_000).contains(count) else { throw ServiceFailure.usage("--count is 1 to 1000000") }
        var generator = NoteGenerator(seed: seed)
        let data = try JSON.encode(generator.notes(count: count))
        do {
            try data.write(to: URL(filePath: output), options: .atomic)
        } catch {
            throw ServiceFailure.failed("cannot write \(output): \(ServiceFailure.reason(of: error))")
        }
    }
}
