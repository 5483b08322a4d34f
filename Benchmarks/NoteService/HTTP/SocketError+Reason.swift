import FlyingSocks
import Foundation

extension SocketError {
    /// A short description of the failure.
    var reason: String {
        switch self {
        case .failed(_, _, let message), .timeout(let message): message
        case .disconnected: "nobody answers there"
        case .blocked, .unsupportedAddress: localizedDescription
        }
    }
}
