#if canImport(UIKit)
internal import CoreGraphics
public import Outlive
internal import OutliveWire
public import UIKit

/// A notifier with a button that floats over a window's content and requests a reset, in UIKit.
///
///     let button = OverlayButtonNotifier()
///     let host = ResetHost(notifiers: [button])
///     await host.add("window") { @MainActor input in
///         let window = makeWindow(input)
///         try button.attach(to: window)
///         return window
///     }
///
/// The notifier lives as long as the host. Each window has its own button, tracked as a component. The button of the
/// previous window is hidden, so that a leaked window leaves no second button on the screen. Without the package trait
/// `LiveReset`, the notifier adds no button.
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

    #if LiveReset
    private let label: String
    private let corner: Corner
    private let reset = ResetPress()
    @MainActor private weak var latest: OverlayWindow?
    #endif

    /// Creates a notifier without a button.
    ///
    /// - Parameters:
    ///   - label: The text of the button, and its name for assistive technology and UI tests.
    ///   - corner: The corner of the button, within the safe area.
    public init(label: String = "Reset", corner: Corner = .bottomTrailing) {
        #if LiveReset
        (self.label, self.corner) = (label, corner)
        #endif
    }

    /// Sets the handler of all later presses.
    public func add(handler: ResetHandler) async throws {
        #if LiveReset
        reset.add(handler: handler)
        #endif
    }

    /// Adds a button over a window and its presented content; the button is released with the window.
    ///
    /// - Parameter window: A window of a scene. Call it again for the window that a reset creates.
    /// - Throws: `HarnessFailure` if the window has no scene.
    @MainActor public func attach(to window: UIWindow) throws {
        #if LiveReset
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
        #endif
    }
}

#if LiveReset
/// A clear window above another one; it receives the touches of its button and passes on all others.
///
/// Written against Apple's API of iOS 18 and type-checked against stubs; not run.
final class OverlayWindow: UIWindow {
    let button = UIButton(type: .system)

    init(
        windowScene: UIWindowScene, label: String, corner: OverlayButtonNotifier.Corner,
        pressed: @escaping @MainActor () -> Void
    ) {
        super.init(windowScene: windowScene)
        let controller = UIViewController()
        rootViewController = controller
        // Above alerts, which may block a test.
        windowLevel = .alert + 1
        backgroundColor = .clear

        button.setTitle(label, for: .normal)
        button.accessibilityLabel = label
        button.backgroundColor = .systemBackground
        button.addAction(UIAction { _ in pressed() }, for: .touchUpInside)
        button.translatesAutoresizingMaskIntoConstraints = false
        if let view = controller.view {
            view.addSubview(button)
            NSLayoutConstraint.activate(corner.constraints(of: button, in: view.safeAreaLayoutGuide))
        }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// `false`, so that the tested window keeps the keyboard input.
    override var canBecomeKey: Bool { false }

    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        button.bounds.contains(convert(point, to: button))
    }
}

/// A hidden view that retains an overlay for as long as the window that contains the view exists.
private final class OverlayAnchor: UIView {
    private let overlay: OverlayWindow

    init(of overlay: OverlayWindow) {
        self.overlay = overlay
        super.init(frame: .zero)
        isHidden = true
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }
}

extension OverlayButtonNotifier.Corner {
    /// Returns the constraints for a view in the corner, 8 points from the edges.
    @MainActor
    fileprivate func constraints(of view: UIView, in guide: UILayoutGuide) -> [NSLayoutConstraint] {
        let top = view.topAnchor.constraint(equalTo: guide.topAnchor, constant: 8)
        let bottom = view.bottomAnchor.constraint(equalTo: guide.bottomAnchor, constant: -8)
        let leading = view.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 8)
        let trailing = view.trailingAnchor.constraint(equalTo: guide.trailingAnchor, constant: -8)
        return switch self {
        case .topLeading: [top, leading]
        case .topTrailing: [top, trailing]
        case .bottomLeading: [bottom, leading]
        case .bottomTrailing: [bottom, trailing]
        }
    }
}
#endif
#endif
