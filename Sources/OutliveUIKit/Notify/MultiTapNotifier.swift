#if LiveReset && canImport(UIKit)
public import Outlive
public import UIKit

/// Asks for a reset by several quick taps with several fingers, anywhere in the window; UIKit.
///
/// It takes no touch away from what is below, and delays none. Each window gets a recogniser of its own, tracked as a
/// leak candidate, which ends with the window.
///
/// Written to Apple's API of iOS 18 and type-checked against stubs; not run.
public final class MultiTapNotifier: ResetNotifier {
    private let taps: Int
    private let touches: Int
    private let reset = PressedReset()

    /// Makes a notifier that watches no window yet.
    ///
    /// - Parameters:
    ///   - taps: how many, at least 1.
    ///   - touches: with how many fingers at once, at least 1; one finger and few taps are used by many applications.
    public init(taps: Int = 3, touches: Int = 2) {
        precondition(taps >= 1 && touches >= 1, "a gesture has at least one tap and one touch")
        self.taps = taps
        self.touches = touches
    }

    /// Keeps the handler for the gestures that come from now on.
    public func add(handler: ResetHandler) async throws {
        await reset.listen(handler)
    }

    /// Watches a window, until that is gone; call it again for the window that a reset makes.
    @MainActor public func attach(to window: UIWindow) {
        let gesture = ResetGesture { [reset] in reset.press() }
        gesture.numberOfTapsRequired = taps
        gesture.numberOfTouchesRequired = touches
        window.addGestureRecognizer(gesture)
        LeakRegistry.shared.track(gesture, as: "reset gesture")
    }
}

/// A recogniser of taps that is its own target, and leaves all touches to the views.
private final class ResetGesture: UITapGestureRecognizer, UIGestureRecognizerDelegate {
    private let recognized: @MainActor () -> Void

    init(recognized: @escaping @MainActor () -> Void) {
        self.recognized = recognized
        super.init(target: nil, action: nil)
        // Neither is kept by the recogniser, so that it does not keep itself.
        addTarget(self, action: #selector(recognize))
        delegate = self
        cancelsTouchesInView = false
        delaysTouchesBegan = false
        delaysTouchesEnded = false
    }

    @objc private func recognize() { recognized() }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        true
    }
}
#endif
