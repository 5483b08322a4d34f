internal import Outlive
internal import OutliveSupport
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The bearer token of this launch.
package struct Token: Sendable {
    /// The minimum length in bytes; a shorter token could be guessed.
    static let shortest = 16

    private let bytes: [UInt8]

    /// Reads the token from an environment.
    ///
    /// - Returns: `nil` without a token; the server then does not listen.
    /// - Throws: `ResetError` if the token is too short or contains characters that a header field cannot carry.
    package init?(environment: [String: String]) throws {
        guard let token = environment[EnvironmentName.token], !token.isEmpty else { return nil }
        bytes = Array(token.utf8)
        guard bytes.count >= Self.shortest, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ResetError(
                .cannotListen,
                "\(EnvironmentName.token) is no token: it has to have \(Self.shortest) or more characters, all of them "
                    + "visible ASCII; set a fresh random one at every launch")
        }
    }

    /// Returns `true` if the value of an `Authorization` field contains the token.
    func isPresented(by authorization: String?) -> Bool {
        let scheme = "bearer "
        guard let authorization, authorization.lowercased().hasPrefix(scheme) else { return false }
        return ConstantTime.isEqual(Array(authorization.utf8.dropFirst(scheme.utf8.count)), bytes)
    }
}

/// The environment of the process, from which the variables that let notifiers listen are removed.
///
/// Otherwise a child that links Outlive could bind the port first and respond in place of this process.
package enum ProcessEnvironment {
    /// The removed variables, for further notifiers of this process.
    private static let taken = Lock([String: String]())

    /// Removes the token and the port from the environment.
    ///
    /// - Returns: The environment including both.
    package static func take() -> [String: String] {
        // The registry reads the token at its first use, which must precede the removal.
        _ = LeakRegistry.shared
        return taken.withLock { taken in
            let environment = ProcessInfo.processInfo.environment
            for name in [EnvironmentName.token, EnvironmentName.port] {
                guard let value = environment[name] else { continue }
                taken[name] = value
                unsetenv(name)
            }
            return environment.merging(taken) { $1 }
        }
    }
}
