#if canImport(XCUIAutomation)
internal import CoreFoundation
internal import Foundation
internal import OutliveWire
internal import XCTest

/// The channel by which a test requests resets of an application (type-checked against stubs; not run).
public enum ResetChannel: Hashable, Sendable {
    /// HTTP, which transmits settings and fixture and returns the reply. The application's host needs an
    /// `HTTPNotifier`.
    case http
    /// A Darwin notification, for unchanged settings. The application's host needs a `DarwinNotifier`.
    case darwinNotification

    /// Returns an endpoint for the next process, unknown to other processes.
    ///
    /// The port is random and is not tested, because the sandbox of UI tests on macOS prohibits binding.
    func newEndpoint() -> ResetEndpoint {
        switch self {
        // The system uses ports from 49152 for outgoing connections.
        case .http: .http(ResetClient(port: .random(in: 10_000..<49_152), token: .randomToken()))
        case .darwinNotification: .darwin(notification: "outlive." + .randomToken())
        }
    }
}

/// The endpoint of a process for reset requests.
enum ResetEndpoint: Sendable {
    case http(ResetClient)
    /// Darwin notifications; the acknowledgement's name has the suffix `.done`.
    case darwin(notification: String)

    /// The environment variables that configure the endpoint in the process.
    var environment: [String: String] {
        switch self {
        case .http(let client):
            [EnvironmentName.port: "\(client.port)", EnvironmentName.token: client.token]
        case .darwin(let notification):
            [EnvironmentName.darwinNotification: notification]
        }
    }
}

/// Resets an application with its launch input by a Darwin notification (type-checked against stubs; not run).
///
/// - Throws: `HarnessFailure` if the reset was not acknowledged in time, or `CancellationError`.
func resetByNotification(_ name: String, within limit: Duration) async throws {
    // Created before the request, because notifications are not delivered to later observers.
    let done = XCTDarwinNotificationExpectation(notificationName: name + ".done")
    let text: CFString = CFStringCreateWithCString(nil, name, CFStringBuiltInEncodings.UTF8.rawValue)
    CFNotificationCenterPostNotification(
        CFNotificationCenterGetDarwinNotifyCenter(), CFNotificationName(text), nil, nil, true)
    guard await XCTWaiter.fulfillment(of: [done], timeout: limit / .seconds(1)) == .completed else {
        try Task.checkCancellation()
        throw Failure(
            .resetFailed,
            "no Darwin notification acknowledged the reset within \(limit); the application's host needs a "
                + "DarwinNotifier, in a build with the trait LiveReset")
    }
}
#endif
