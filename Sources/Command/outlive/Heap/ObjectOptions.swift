internal import ArgumentParser
internal import Foundation
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport

/// The options of `outlive heap` for a single object.
struct ObjectOptions: ParsableArguments {
    @Option(
        help: .init(
            "Show the object at this address: its fields, all references to it and from it, what keeps it alive, where "
                + "it was allocated, and its retained size. Of a process or core file that is inspected from outside also "
                + "its reference counts and the values of numbers and truth values.", valueName: "address"),
        transform: ObjectAddress.init(option:))
    var object: ObjectAddress?

    @ArgumentParser.Flag(help: "Show the contents of texts in --object, which may be secrets.")
    var contents = false

    /// Checks that nothing else is requested beside the object.
    ///
    /// - Parameters:
    ///   - others: The options that list objects, each with `true` if it was given.
    ///   - reports: The requested reports.
    func check(besides others: [(option: String, isGiven: Bool)], _ reports: [OutputRequest<HeapFormat>]) throws {
        guard object != nil else {
            guard !contents else { throw ValidationError("--contents needs an object: add --object ADDRESS") }
            return
        }
        if let other = others.first(where: \.isGiven)?.option {
            throw ValidationError("--object shows one object: remove \(other)")
        }
        if reports.needGraph {
            throw ValidationError("--object has no page of its own: use outlive explore, or --report json")
        }
    }

    /// Writes the report of the object.
    ///
    /// - Returns: `true` if it was written to all targets.
    func write(_ address: ObjectAddress, in input: SnapshotInput, with writer: ReportWriter<HeapFormat>) throws -> Bool
    {
        let report = try input.objectReport(at: address.number, showsContents: contents)
        return writer.write { request, style in
            guard case .listing(let format) = request.format else { return [] }
            return try format.bytes(for: report, style: style)
        }
    }
}
