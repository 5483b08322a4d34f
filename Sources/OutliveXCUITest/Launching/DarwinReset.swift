#if canImport(XCUIAutomation)
internal import CoreFoundation
internal import Foundation
internal import OutliveModel
internal import XCTest

/// Asks one process for plain resets by Darwin notifications.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
struct DarwinReset: Sendable {
    /// Of the notification that asks; the one that acknowledges has `.done` at its end.
    let name: String

    /// Resets the application with what it was launched with.
    ///
    /// - Throws: `Failure` when that was not acknowledged in time; `CancellationError`.
    func reset(within limit: Duration) async throws {
        // Made before the reset is asked for: notifications are not kept for who comes later.
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
