internal import ArgumentParser
internal import Foundation
internal import OutliveLogs
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveWire

struct MetricKitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metric-kit",
        abstract: "Shows exits for memory, use of memory and hangs in MetricKit's payloads, by version.",
        discussion: """
            Reads payloads as jsonRepresentation() of MXMetricPayload and MXDiagnosticPayload gives them, one or an array \
            in each file. Exit codes: 0 all were read, 3 one could not be, 64 wrong usage.

            Examples:

              # The figures of all versions, and those of each in a line for a program
              outlive metric-kit payloads/*.json
              outlive metric-kit payloads/*.json --report ndjson
            """)

    /// The maximum size of a file: a payload is a few kilobytes, and a diagnostic one with stacks a few megabytes.
    private static let maximumBytes = 256 << 20

    @Option(
        help: .init("text for people, ndjson or openmetrics for programs. (default: text)", valueName: "format"),
        transform: Self.format(reading:))
    var report: FleetFormat?

    @Argument(help: .init("The payloads; - is standard input.", valueName: "file"))
    var files: [String]

    private static func format(reading text: String) throws -> FleetFormat {
        guard let format = FleetFormat(rawValue: text) else {
            throw ValidationError("'\(text)' is not a format: write text, ndjson or openmetrics")
        }
        return format
    }

    func validate() throws {
        guard files.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("standard input can be read once: give - once")
        }
    }

    func run() throws {
        var (figures, isWhole): ([FleetFigures.Version: FleetFigures], Bool) = ([:], true)
        for path in files {
            let input = FileInput(path: path)
            do {
                for one in try fleetFigures(json: try bytes(of: input)) {
                    figures[one.version, default: FleetFigures(one.version)].add(one)
                }
            } catch {
                isWhole = false
                printError("outlive: cannot read the payload \(input.name.onOneLine()): \(reason(error))")
            }
        }
        let ordered = figures.values.sorted { $0.version < $1.version }
        try print(
            try (report ?? .text).bytes(for: ordered, style: TextStyle(of: STDOUT_FILENO)), as: .result)
        guard isWhole else { throw ExitCode.failed }
    }

    private func bytes(of input: FileInput) throws -> [UInt8] {
        guard let bytes = try input.bytes(upTo: Self.maximumBytes) else {
            throw Failure(.harness, "it is longer than \(Self.maximumBytes >> 20) MiB")
        }
        return bytes
    }

    private func reason(_ error: any Error) -> String {
        switch error {
        case let failure as Failure: failure.message
        case let error as DecodingError: error.words.onOneLine()
        default: "\(error)"
        }
    }
}
