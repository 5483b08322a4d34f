#if canImport(XCUIAutomation)
internal import CoreFoundation
internal import Foundation
internal import OutliveWire
internal import XCTest

/// Requests plain resets of one process by Darwin notifications.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
struct DarwinReset: Sendable {
    /// The name of the request's notification; that of the acknowledgement has the suffix `.done`.
    let name: String

    /// Resets the application with its launch input.
    ///
    /// - Throws: `Failure` if the reset was not acknowledged in time, or `CancellationError`.
    func reset(within limit: Duration) async throws {
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
}
#endif
