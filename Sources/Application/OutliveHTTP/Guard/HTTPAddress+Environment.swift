#if LiveReset
internal import Outlive
internal import OutliveWire

extension HTTPAddress {
    /// Returns the address, with the port of the environment if the address leaves it open.
    ///
    /// - Throws: `ResetError` if `OUTLIVE_PORT` is not a valid port.
    func resolved(in environment: [String: String]) throws -> HTTPAddress {
        guard self == .loopback, let text = environment[EnvironmentName.port], !text.isEmpty else { return self }
        guard let port = UInt16(text), port > 0 else {
            throw ResetError(
                .cannotListen, "\(EnvironmentName.port) is no port; set it to a number from 1 to 65535, or not at all")
        }
        return .port(port)
    }
}
#endif
