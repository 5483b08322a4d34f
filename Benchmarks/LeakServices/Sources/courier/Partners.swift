import AsyncHTTPClient
import Foundation
import NIOCore

/// A company that is notified by HTTP, with connections of its own.
final class Partner: Sendable {
    let name: String
    let client: HTTPClient
    init(name: String) {
        self.name = name
        client = HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup)
    }
}

actor PartnerDirectory {
    private var partners: [String: Partner] = [:]
    private let base: String
    private let endsClients: Bool

    init(base: String, endsClients: Bool) {
        self.base = base
        self.endsClients = endsClients
    }

    func notify(_ name: String) async throws -> String {
        let key = "\(name)/\(UUID().uuidString)"
        let partner = partners[key] ?? Partner(name: name)
        partners[key] = partner  // TRUE CULPRIT of --leak client: a client for each notification, never shut down
        let request = HTTPClientRequest(url: "\(base)/stock/\(name)")
        let response = try await partner.client.execute(request, timeout: .seconds(5))
        _ = try await response.body.collect(upTo: 1 << 16)
        if endsClients {
            partners[key] = nil
            try await partner.client.shutdown()
        }
        return "\(response.status.code)"
    }
}
