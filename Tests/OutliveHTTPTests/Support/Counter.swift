internal import Outlive
import OutliveSupport

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

/// Counts the requests that come to a host.
final class Counter: Sendable {
    private let number = Lock(0)

    var count: Int { number.withLock { $0 } }

    func handler(of host: ResetHost) -> ResetHandler {
        ResetHandler(history: host.history) { request in
            self.number.withLock { $0 += 1 }
            return await host.handle(request)
        }
    }
}
