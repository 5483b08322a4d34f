import Foundation
import Outlive
import OutliveStubs

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Looks words up on a server, or in stubs if the tests of the application install them.
final class Dictionary: Sendable {
    private let stubs: InstalledStubs?
    private let session: URLSession

    init(stubs setting: String?) throws {
        let configuration = URLSessionConfiguration.ephemeral
        stubs = try setting.map { InstalledStubs(try RequestStubs(setting: $0)) }
        stubs?.install(in: configuration)
        session = URLSession(configuration: configuration)
        LeakRegistry.shared.track(self)
    }

    func close() {
        session.invalidateAndCancel()
        stubs?.remove()
    }
}
