#if LiveReset
internal import Outlive
internal import OutliveModel

extension HTTPAddress {
    /// The address with the port of an environment, where it leaves that open.
    ///
    /// - Throws: `ResetError` where `OUTLIVE_PORT` is no port.
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
