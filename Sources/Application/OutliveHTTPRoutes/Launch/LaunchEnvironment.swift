internal import Outlive
package import OutliveHTTPServer
package import OutliveSupport
package import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Token {
    /// Reads the token of this launch from an environment.
    ///
    /// - Returns: `nil` without a token; the server then does not listen.
    /// - Throws: `ResetError` if the token is too short or contains characters that a header field cannot carry.
    package init?(environment: [String: String]) throws {
        guard let text = environment[EnvironmentName.token], !text.isEmpty else { return nil }
        guard let token = Token(text) else {
            throw ResetError(
                .cannotListen,
                "\(EnvironmentName.token) is no token: it has to have \(Self.shortest) or more characters, all of them "
                    + "visible ASCII; set a fresh random one at every launch")
        }
        self = token
    }
}

extension HTTPAddress {
    /// Returns the address, with the port from the environment if the address has none.
    ///
    /// - Throws: `ResetError` if `OUTLIVE_PORT` is not a valid port.
    package func resolved(in environment: [String: String]) throws -> HTTPAddress {
        guard self == .loopback, let text = environment[EnvironmentName.port], !text.isEmpty else { return self }
        guard let port = UInt16(text), port > 0 else {
            throw ResetError(
                .cannotListen, "\(EnvironmentName.port) is no port; set it to a number from 1 to 65535, or not at all")
        }
        return .port(port)
    }
}

extension CurrentProcess {
    /// The removed variables, for further notifiers of this process.
    private static let taken = Lock([String: String]())

    /// Removes the token and the port from the environment.
    ///
    /// Otherwise a child that links Outlive could bind the port first and respond in place of this process.
    ///
    /// - Returns: The environment including both.
    package static func takeLaunchEnvironment() -> [String: String] {
        // The registry reads the token at its first use, which must precede the removal.
        _ = LeakRegistry.shared
        return taken.withLock { taken in
            let environment = environment
            for name in [EnvironmentName.token, EnvironmentName.port] {
                guard let value = environment[name] else { continue }
                taken[name] = value
                unsetenv(name)
            }
            return environment.merging(taken) { $1 }
        }
    }
}
