#if canImport(XCUIAutomation)
internal import OutliveModel

/// By what a test asks an application for a reset.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public enum ResetChannel: Hashable, Sendable {
    /// HTTP: settings and fixture are told, the reply is read; the application's host has an `HTTPNotifier`.
    case http
    /// A Darwin notification: for settings as launched; the application's host has a `DarwinNotifier`.
    case darwinNotification

    /// Where the next process is to listen: nobody else knows of it.
    ///
    /// A port is drawn, not looked for: UI tests on macOS have a sandbox in which none can be bound.
    func newEndpoint() -> ResetEndpoint {
        switch self {
        // The system gives those from 49152 on to connections that go out.
        case .http: .http(ResetClient(port: .random(in: 10_000..<49_152), token: .random()))
        case .darwinNotification: .darwin(DarwinReset(name: "outlive." + .random()))
        }
    }
}

/// Where one process is asked for resets.
enum ResetEndpoint: Sendable {
    case http(ResetClient)
    case darwin(DarwinReset)

    /// What the process is to be launched with.
    var environment: [String: String] {
        switch self {
        case .http(let client):
            [EnvironmentName.port: "\(client.port)", EnvironmentName.token: client.token]
        case .darwin(let notification):
            [EnvironmentName.darwinNotification: notification.name]
        }
    }
}

extension String {
    /// 43 characters in the alphabet of URLs, which hold 258 random bits.
    static func random() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var generator = SystemRandomNumberGenerator()
        return String((0..<43).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] })
    }
}
#endif
