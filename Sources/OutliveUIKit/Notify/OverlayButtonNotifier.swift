#if LiveReset && canImport(UIKit)
public import Outlive
internal import OutliveModel
public import UIKit

/// Asks for a reset by a button that floats over a window's content; UIKit.
///
///     let button = OverlayButtonNotifier()
///     let host = ResetHost(notifiers: [button])
///     await host.add("window") { @MainActor input in
///         let window = makeWindow(input)
///         try button.attach(to: window)
///         return window
///     }
///
/// The notifier lives as long as the host. Each window gets a button of its own, tracked as a leak candidate; that of
/// the window before is hidden then, so that a window that leaks leaves no second button on the screen.
///
/// Written to Apple's API of iOS 18 and type-checked against stubs; not run.
public final class OverlayButtonNotifier: ResetNotifier {
    /// Where the button is.
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

    private let label: String
    private let corner: Corner
    private let reset = PressedReset()
    @MainActor private weak var latest: OverlayWindow?

    /// Makes a notifier whose button is in no window yet.
    ///
    /// - Parameters:
    ///   - label: what is on the button, and what it is called by assistive technology and UI tests.
    ///   - corner: where it is, within the safe area.
    public init(label: String = "Reset", corner: Corner = .bottomTrailing) {
        self.label = label
        self.corner = corner
    }

    /// Keeps the handler for the presses that come from now on.
    public func add(handler: ResetHandler) async throws {
        await reset.listen(handler)
    }

    /// Puts a button over a window, also over what that window presents; it ends with the window.
    ///
    /// - Parameter window: a window that is in a scene; call it again for the window that a reset makes.
    /// - Throws: `Failure` for a window that is in no scene.
    @MainActor public func attach(to window: UIWindow) throws {
        guard let scene = window.windowScene else {
            throw Failure(.harness, "a button cannot float over a window without a scene: set its windowScene first")
        }
        latest?.isHidden = true
        let overlay = OverlayWindow(windowScene: scene, label: label, corner: corner) { [reset] in reset.press() }
        window.addSubview(OverlayAnchor(of: overlay))
        LeakRegistry.shared.track(overlay, as: "reset overlay")
        LeakRegistry.shared.track(overlay.button, as: "reset button")
        overlay.isHidden = false
        latest = overlay
    }
}
#endif
