import Foundation
import Logging
import ServiceLifecycle

final class TrackingRecord: @unchecked Sendable {
    let name: String
    private(set) var positions: [Double] = []
    init(name: String) { self.name = name }

    func add(_ position: Double) { positions.append(position) }
}

/// Follows one parcel.
struct Tracking: Service {
    let record: TrackingRecord
    let endsWhenDelivered: Bool

    func run() async throws {
        record.add(52.5)
        if endsWhenDelivered { return }
        try await gracefulShutdown()
    }
}

/// Services that come and go while the courier runs.
struct TrackingDesk: Service {
    private let group: ServiceGroup
    private let endsTrackings: Bool

    init(endsTrackings: Bool) {
        self.endsTrackings = endsTrackings
        var logger = Logger(label: "courier")
        logger.logLevel = .critical
        group = ServiceGroup(configuration: .init(services: [.init(service: Idle())], logger: logger))
    }

    func run() async throws { try await group.run() }

    func open(_ name: String) async -> String {
        let tracking = Tracking(record: TrackingRecord(name: name), endsWhenDelivered: endsTrackings)
        // TRUE CULPRIT of --leak service: a service for each parcel that runs until shutdown
        await group.addServiceUnlessShutdown(
            .init(service: tracking, successTerminationBehavior: .ignore, failureTerminationBehavior: .ignore))
        return "tracks \(name)"
    }
}

/// Keeps the group running.
private struct Idle: Service {
    func run() async throws { try await gracefulShutdown() }
}
