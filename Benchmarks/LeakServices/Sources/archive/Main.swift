import Foundation
import ServiceKit

/// The planted leak; `none` in a healthy run.
enum Leak: String {
    case none, urlsession, timer, observer, operation, source, describe, digest, option, journal, recording
    case watch, shelf
}

@main
enum ArchiveService {
    static func main() async throws {
        let options = ServiceOptions<Leak>()
        let leak = options.leak
        let server = try ServiceServer(port: options.port)

        // Stands in for another archive, from which the importer below loads.
        await server.route("/source") { "the text of \($0)" }

        let importer = Importer(base: "http://127.0.0.1:\(options.port)", endsSessions: leak != .urlsession)
        await server.route("/import") { try await importer.load($0) }

        let clock = RunLoopThread()
        let loans = LoanDesk(clock: clock, stopsReminders: leak != .timer)
        await server.route("/loan") { loans.lend($0) }

        let watchers = ChangeLog(removesObservers: leak != .observer)
        await server.route("/edit") { watchers.edit($0) }

        let conversions = ConversionQueue(reportsWeakly: leak != .operation)
        await server.route("/convert") { await conversions.convert($0) }

        let sampler = Sampler(stopsAfterwards: leak != .source)
        await server.route("/sample") { sampler.sample($0) }

        let checksums = Checksums(freesTexts: leak != .describe, closesRejected: leak != .digest)
        await server.route("/checksum") { try checksums.checksum(of: $0) }

        let mirror = MirrorProbe(asksBufferSize: leak == .option)
        await server.route("/mirror") { try mirror.probe($0) }

        let journal = Journal(limit: leak == .journal ? .max : 4096)
        let recorder = Recorder(limit: leak == .recording ? .max : 4096)
        await server.route("/scan") { name in
            journal.note("scanned \(name)")
            return recorder.record(name)
        }

        let catalogue = try Catalogue(endsWatches: leak != .watch)
        await server.route("/watch") { try await catalogue.watch($0) }

        let shelves = ShelfDirectory(closesShelves: leak != .shelf)
        await server.route("/shelf") { try shelves.count(on: $0) }

        try await server.run()
    }
}
