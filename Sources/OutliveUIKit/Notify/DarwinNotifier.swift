// Not `canImport(CoreFoundation)`: that is true on Linux, too, where there are no Darwin notifications.
#if LiveReset && canImport(Darwin)
internal import CoreFoundation
internal import Foundation
public import Outlive

/// Asks for a reset whenever a Darwin notification comes; for iOS and macOS, without a server in the application.
///
///     let host = ResetHost(notifiers: [DarwinNotifier()])
///
/// It listens only where `OUTLIVE_DARWIN` is set, which the test that launches the application does; that is the name
/// of the notification, fresh and random for every launch. A notification carries nothing: what is built anew gets the
/// launch's arguments, environment and fixture. A reset after which the application can be used is acknowledged by the
/// notification of that name with `.done` at its end; any other is not acknowledged.
///
/// Written to Apple's API of iOS 18 and macOS 15 and type-checked against stubs; not run.
public struct DarwinNotifier: ResetNotifier {
    private let environment: [String: String]

    /// Makes a notifier that does not listen yet.
    ///
    /// - Parameter environment: where `OUTLIVE_DARWIN` is looked up; nil for the environment of the process.
    public init(environment: [String: String]? = nil) {
        self.environment = environment ?? ProcessInfo.processInfo.environment
    }

    /// Listens, if `OUTLIVE_DARWIN` is set, for the rest of the process's life.
    public func add(handler: ResetHandler) async throws {
        guard let name = environment[EnvironmentName.darwinNotification], !name.isEmpty else { return }
        await DarwinListener(name: name).start(handler)
    }
}

/// An observer of one notification, on the main run loop.
@MainActor
private final class DarwinListener {
    private let name: String
    private let reset = PressedReset()

    nonisolated init(name: String) {
        self.name = name
    }

    func start(_ handler: ResetHandler) {
        reset.listen(handler)
        let center = CFNotificationCenterGetDarwinNotifyCenter()
        // The center does not keep its observers; this one is never taken away.
        let observer = Unmanaged.passRetained(self).toOpaque()
        CFNotificationCenterAddObserver(
            center, observer,
            { _, observer, _, _, _ in
                guard let observer else { return }
                let listener = Unmanaged<DarwinListener>.fromOpaque(observer).takeUnretainedValue()
                // It arrives on the run loop of the thread that the observer was added on.
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

    private static func text(_ text: String) -> CFString {
        CFStringCreateWithCString(nil, text, CFStringBuiltInEncodings.UTF8.rawValue)
    }
}
#endif
