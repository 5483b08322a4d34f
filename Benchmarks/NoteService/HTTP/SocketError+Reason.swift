import FlyingSocks
import Foundation

extension SocketError {
    /// What happened, in a few words.
    var reason: String {
        switch self {
        case .failed(_, _, let message), .timeout(let message): message
        case .disconnected: "nobody answers there"
        case .blocked, .unsupportedAddress: localizedDescription
        }
    }
}
