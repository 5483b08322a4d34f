import AsyncHTTPClient
import Logging
import Metrics
import NIOCore
import NIOPosix
import ServiceKit

/// The planted leak; `none` in a healthy run.
enum Leak: String {
    case none, client, body, promise, repeated, scheduled, codec, labels, dedup, subscribers, service
}

@main
enum Courier {
    static func main() async throws {
        let options = ServiceOptions<Leak>()
        let leak = options.leak
        let base = "http://127.0.0.1:\(options.port)"
        let server = try ServiceServer(port: options.port)
        MetricsSystem.bootstrap(OperatorMetrics())
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let stages: [any DispatchStage] = [
            Validation(), Deduplication(window: leak == .dedup ? .max : 64), Measuring(labelsParcel: leak == .labels),
        ]

        // Stands in for another service, to which the client below sends requests.
        await server.route("/stock") { "plenty of \($0) " + String(repeating: "and more ", count: 40) }

        let partners = PartnerDirectory(base: base, sharesClients: leak != .client)
        await server.route("/notify") { try await partners.notify($0) }

        let rates = RateCard(client: HTTPClient(eventLoopGroup: loops), base: base, readsBodies: leak != .body)
        await server.route("/rate") { try await rates.rate(of: $0) }

        let acknowledgements = AcknowledgementTable(loop: loops.next(), expectsSignatures: leak == .promise)
        await server.route("/ship") { name in
            for stage in stages { try stage.pass(Parcel(name: name)) }
            return try await acknowledgements.ship(name).get()
        }

        let tracker = DeliveryTracker(loop: loops.next(), stopsWhenDelivered: leak != .repeated)
        await server.route("/deliver") { try await tracker.deliver($0).get() }

        let locker = ParcelLocker(loop: loops.next(), cancelsExpiry: leak != .scheduled)
        await server.route("/hold") { locker.hold($0) }

        let labels = LabelReader(finishes: leak != .codec)
        await server.route("/label") { try await labels.read($0) }

        let bus = DispatchBus(forgetsVans: leak != .subscribers)
        await server.route("/van") { bus.tour(of: $0) }

        let desk = TrackingDesk(addsServices: leak == .service)
        Task { try await desk.run() }
        await server.route("/track") { try await desk.open($0) }

        try await server.run()
    }
}
