#if canImport(UIKit)
public import Outlive
public import UIKit

/// A notifier that requests a reset when the user taps a window quickly several times with several fingers, in UIKit.
///
/// Views still receive all touches without delay. Each window has its own recogniser, which is released with the window
/// and tracked as a component. Without the package trait `LiveReset`, the notifier observes no window.
///
/// Written against Apple's API of iOS 18 and type-checked against stubs; not run.
public final class MultiTapNotifier: ResetNotifier {
    #if LiveReset
    private let taps: Int
    private let touches: Int
    private let reset = ResetPress()
    #endif

    /// Creates a notifier without windows.
    ///
    /// - Parameters:
    ///   - taps: The number of taps, at least 1.
    ///   - touches: The number of fingers, at least 1. With one finger, the taps may collide with the application's
    ///     own.
    public init(taps: Int = 3, touches: Int = 2) {
        #if LiveReset
        precondition(taps >= 1 && touches >= 1, "a gesture has at least one tap and one touch")
        (self.taps, self.touches) = (taps, touches)
        #endif
    }

    /// Sets the handler of all later gestures.
    public func add(handler: ResetHandler) async throws {
        #if LiveReset
        reset.add(handler: handler)
        #endif
    }

    /// Observes a window until it is deallocated; call it again for the window that a reset creates.
    @MainActor public func attach(to window: UIWindow) {
        #if LiveReset
        let gesture = ResetGesture { [reset] in reset.press() }
        gesture.numberOfTapsRequired = taps
        gesture.numberOfTouchesRequired = touches
        window.addGestureRecognizer(gesture)
        LeakRegistry.shared.track(gesture, as: "reset gesture")
        #endif
    }
}

#if LiveReset
/// A tap recogniser that is its own target and passes all touches to the views.
private final class ResetGesture: UITapGestureRecognizer, UIGestureRecognizerDelegate {
    private let recognized: @MainActor () -> Void

    init(recognized: @escaping @MainActor () -> Void) {
        self.recognized = recognized
        super.init(target: nil, action: nil)
        // The recogniser retains neither target nor delegate, so it does not retain itself.
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
#endif
