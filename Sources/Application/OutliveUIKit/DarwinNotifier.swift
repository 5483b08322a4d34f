#if canImport(Darwin)
internal import CoreFoundation
internal import Foundation
public import Outlive

// Not `canImport(CoreFoundation)`, which is also true on Linux, where there are no Darwin notifications.

/// A notifier that requests resets by Darwin notifications, on iOS and macOS, without a server in the application.
///
///     let host = ResetHost(notifiers: [DarwinNotifier()])
///
/// It listens only if the launching test sets `OUTLIVE_DARWIN` to the name of the notification, which is random for
/// each launch. A notification carries no data, so a reset uses the arguments, environment and fixture of the launch. A
/// reset that leaves the application usable is acknowledged by a notification of the same name with the suffix `.done`.
/// Without the package trait `LiveReset`, it never listens.
///
/// Written against Apple's API of iOS 18 and macOS 15 and type-checked against stubs; not run.
public struct DarwinNotifier: ResetNotifier {
    #if LiveReset
    private let environment: [String: String]
    #endif

    /// Creates a notifier that does not listen yet.
    ///
    /// - Parameter environment: The environment with `OUTLIVE_DARWIN`, or `nil` for the process's own.
    public init(environment: [String: String]? = nil) {
        #if LiveReset
        self.environment = environment ?? ProcessInfo.processInfo.environment
        #endif
    }

    /// Listens until the end of the process if `OUTLIVE_DARWIN` is set.
    public func add(handler: ResetHandler) async throws {
        #if LiveReset
        guard let name = environment[EnvironmentName.darwinNotification], !name.isEmpty else { return }
        await DarwinListener(name: name).start(handler)
        #endif
    }
}

#if LiveReset
/// An observer of one notification on the main run loop.
@MainActor
private final class DarwinListener {
    private let name: String
    private let reset = ResetPress()

    nonisolated init(name: String) {
        self.name = name
    }

    func start(_ handler: ResetHandler) {
        reset.add(handler: handler)
        let center = CFNotificationCenterGetDarwinNotifyCenter()
        // The center does not retain its observers. This one is never removed.
        let observer = Unmanaged.passRetained(self).toOpaque()
        CFNotificationCenterAddObserver(
            center, observer,
            { _, observer, _, _, _ in
                guard let observer else { return }
                let listener = Unmanaged<DarwinListener>.fromOpaque(observer).takeUnretainedValue()
                // The notification arrives on the run loop of the thread that added the observer.
                MainActor.assumeIsolated { listener.arrived() }
            },
            Self.text(name), nil, .deliverImmediately)
    }

    private func arrived() {
        reset.press { [name] reply in
            guard reply.usable, reply.refusal == nil else { return }
            let done = CFNotificationName(Self.text(name + ".done"))
            CFNotificationCenterPostNotification(CFNotificationCenterGetDarwinNotifyCenter(), done, nil, nil, true)
        }
    }

    private nonisolated static func text(_ text: String) -> CFString {
        CFStringCreateWithCString(nil, text, CFStringBuiltInEncodings.UTF8.rawValue)
    }
}
#endif
#endif
