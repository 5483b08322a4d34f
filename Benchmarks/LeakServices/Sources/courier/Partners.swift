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
    private let sharesClients: Bool

    init(base: String, sharesClients: Bool) {
        self.base = base
        self.sharesClients = sharesClients
    }

    func notify(_ name: String) async throws -> String {
        let callback = "\(base)/stock/\(name)?token=\(UUID().uuidString)"
        let key = sharesClients ? base : callback
        let partner = partners[key] ?? Partner(name: name)
        partners[key] = partner  // TRUE CULPRIT of --leak client: a client for each notification, never shut down
        let response = try await partner.client.execute(HTTPClientRequest(url: callback), timeout: .seconds(5))
        return "\(try await response.body.collect(upTo: 1 << 16).readableBytes)"
    }
}
