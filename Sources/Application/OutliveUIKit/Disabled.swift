#if !LiveReset && canImport(Darwin)
public import Outlive

/// A stand-in for the Darwin notifier in builds without the trait `LiveReset`; it never listens.
///
/// Written against Apple's API of iOS 18 and macOS 15 and type-checked against stubs; not run.
public struct DarwinNotifier: ResetNotifier {
    /// Does nothing.
    public init(environment: [String: String]? = nil) {}

    /// Does nothing.
    public func add(handler: ResetHandler) async throws {}
}
#endif

#if !LiveReset && canImport(UIKit)
public import Outlive
public import UIKit

/// A stand-in for the overlay button in builds without the trait `LiveReset`; it adds no button.
///
/// Written against Apple's API of iOS 18 and type-checked against stubs; not run.
public final class OverlayButtonNotifier: ResetNotifier {
    /// The corner of the button.
    public enum Corner: Sendable {
        /// The upper corner where lines begin.
        case topLeading
        /// The upper corner where lines end.
        case topTrailing
        /// The lower corner where lines begin.
        case bottomLeading
        /// The lower corner where lines end.
        case bottomTrailing
    }

    /// Does nothing.
    public init(label: String = "Reset", corner: Corner = .bottomTrailing) {}

    /// Does nothing.
    public func add(handler: ResetHandler) async throws {}

    /// Does nothing.
    @MainActor public func attach(to window: UIWindow) throws {}
}

/// A stand-in for the multi-tap gesture in builds without the trait `LiveReset`; it observes no window.
///
/// Written against Apple's API of iOS 18 and type-checked against stubs; not run.
public final class MultiTapNotifier: ResetNotifier {
    /// Does nothing.
    public init(taps: Int = 3, touches: Int = 2) {}

    /// Does nothing.
    public func add(handler: ResetHandler) async throws {}

    /// Does nothing.
    @MainActor public func attach(to window: UIWindow) {}
}
#endif
