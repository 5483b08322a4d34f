#if LiveReset && canImport(UIKit)
internal import CoreGraphics
internal import UIKit

/// A clear window above another one; it receives the touches of its button and passes on all others.
///
/// Written to Apple's API of iOS 18 and type-checked against stubs; not run.
final class OverlayWindow: UIWindow {
    let button = UIButton(type: .system)

    init(
        windowScene: UIWindowScene, label: String, corner: OverlayButtonNotifier.Corner,
        pressed: @escaping @MainActor () -> Void
    ) {
        super.init(windowScene: windowScene)
        let controller = UIViewController()
        rootViewController = controller
        // Above alerts, at which a test may be stuck.
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

    /// `false`, because the tested window keeps the keyboard.
    override var canBecomeKey: Bool { false }

    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        button.bounds.contains(convert(point, to: button))
    }
}

/// A hidden view that retains an overlay for as long as the window that contains the view exists.
final class OverlayAnchor: UIView {
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
