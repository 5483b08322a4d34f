import Foundation
import Logging
import ServiceLifecycle

final class TrackingRecord: @unchecked Sendable {
    let name: String
    private(set) var positions: [Double] = []
    init(name: String) { self.name = name }

    func add(_ position: Double) { positions.append(position) }
}

/// Follows one parcel until it is delivered.
struct Tracking: Service {
    let record: TrackingRecord

    func run() async throws { record.add(52.5) }
}

/// Services that come and go while the courier runs.
struct TrackingDesk: Service {
    private let group: ServiceGroup
    private let addsServices: Bool

    init(addsServices: Bool) {
        self.addsServices = addsServices
        var logger = Logger(label: "courier")
        logger.logLevel = .critical
        group = ServiceGroup(configuration: .init(services: [.init(service: Idle())], logger: logger))
    }

    func run() async throws { try await group.run() }

    func open(_ name: String) async throws -> String {
        let tracking = Tracking(record: TrackingRecord(name: name))
        if addsServices {
            // The group retains a shutdown manager of each added service, also after the service has ended: --leak service.
            await group.addServiceUnlessShutdown(
                .init(service: tracking, successTerminationBehavior: .ignore, failureTerminationBehavior: .ignore))
        } else {
            try await tracking.run()
        }
        return "tracks \(name)"
    }
}

/// Keeps the group running.
private struct Idle: Service {
    func run() async throws { try await gracefulShutdown() }
}
