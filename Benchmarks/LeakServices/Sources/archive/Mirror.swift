import FlyingSocks
import Foundation

/// Asks the system how it would buffer a connection to another archive.
struct MirrorProbe: Sendable {
    let asksBufferSize: Bool

    func probe(_ name: String) throws -> String {
        let socket = try Socket(domain: Int32(sa_family_t(AF_INET)), type: .stream)
        defer { try? socket.close() }
        try socket.setValue(32768, for: .sendBufferSize)
        guard asksBufferSize else { return "\(name): 32768" }
        // The package allocates a value for each call and never frees it: --leak option.
        return "\(name): \(try socket.getValue(for: .sendBufferSize))"
    }
}
