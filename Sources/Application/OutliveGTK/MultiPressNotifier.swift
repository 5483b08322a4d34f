#if LiveReset
public import Outlive

/// A notifier that requests a reset when the user presses one place of a window several times quickly, in GTK 3.
///
/// The notifier lives as long as the host. Each window has its own gesture, which is released with the window and
/// tracked as a component. Only presses of the main button count, within the time and distance of a double click in the
/// desktop's settings. The window still receives all presses. Presses before the host has started, or during a reset
/// requested by this notifier, are ignored.
public final class MultiPressNotifier: ResetNotifier {
    /// The presses that count.
    public enum Places: Sendable {
        /// Presses that no widget uses: on labels and empty areas, not on buttons, entries and lists.
        case unused
        /// All presses, before the widget under the pointer receives them.
        ///
        /// For windows whose widgets use every press, such as drawing areas. Quick clicks on a button then also request
        /// a reset.
        case anywhere
    }

    let press = ResetPress()
    private let presses: CInt
    private let places: Places
    private let registry: LeakRegistry

    /// Creates a notifier without windows.
    ///
    /// - Parameters:
    ///   - presses: The number of presses, at least 2. A longer series requests one reset, at this number.
    ///   - places: The presses that count.
    ///   - registry: The registry that tracks gestures and handlers.
    public init(presses: Int = 5, on places: Places = .unused, registry: LeakRegistry = .shared) {
        precondition(presses >= 2, "a reset by \(presses) presses would come by accident; ask for 2 or more")
        self.presses = CInt(clamping: presses)
        self.places = places
        self.registry = registry
    }

    /// Sets the handler of the host, in place of any previous one.
    public func add(handler: ResetHandler) {
        press.add(handler: handler)
    }

    /// Observes a window until it is destroyed; call it once for each window.
    ///
    /// - Parameter window: A `GtkWindow *`, or any other `GtkWidget *` with its own window.
    /// - Throws: `GTKError` if the process does not link GTK 3 or this is not a widget. The application is then
    ///   unchanged and can run without the gesture.
    @MainActor public func attach(to window: UnsafeMutableRawPointer) throws {
        let gtk = try GTKLibrary.process.get()
        try gtk.require(window, is: gtk.widget.type, named: "GtkWidget")
        guard let gesture = gtk.gesture.newMultiPress(window) else { return }
        gtk.gesture.setButton(gesture, 1)
        gtk.gesture.setPhase(gesture, places == .anywhere ? 1 : 2)
        release(gesture, with: window, by: gtk.object)

        let handler = SignalHandler<PressedArguments> { [press, presses, places] arguments in
            guard arguments.count == presses else { return }
            if places == .unused, gtk.gesture.isOnQuietUser(arguments.gesture) { return }
            press.press()
        }
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, CInt, Double, Double, UnsafeMutableRawPointer?) -> Void = {
                gesture, count, _, _, data in
                guard let gesture else { return }
                MultiPressNotifier.keepUntilRest(gesture)
                SignalHandler<PressedArguments>.from(data)?.call(PressedArguments(gesture: gesture, count: count))
            }
        handler.connect(to: "pressed", of: gesture, by: gtk.object, through: trampoline)
        registry.track(gObject: gesture, as: "\(presses) presses")
        registry.track(handler, as: "handler of GtkGestureMultiPress \"\(presses) presses\"")
    }

    /// Releases the reference to a gesture when the window is destroyed, because a widget does not own its gestures.
    @MainActor private func release(
        _ gesture: GestureFunctions.Gesture, with window: GTKLibrary.Widget, by object: GObjectLibrary
    ) {
        // On disposal, not finalisation, so that a leaked window does not keep the gesture alive.
        object.onDispose(window, { gesture, _ in MultiPressNotifier.release(gesture) }, gesture)
    }

    /// Releases the reference immediately, so that the gesture is deallocated before the sweep of a reset.
    private static func release(_ gesture: UnsafeMutableRawPointer?) {
        guard let gesture, let gtk = try? GTKLibrary.process.get() else { return }
        gtk.object.unref(gesture)
    }

    /// Retains the gesture until the main loop is idle, because GTK may destroy the window during signal emission.
    private static func keepUntilRest(_ gesture: GestureFunctions.Gesture) {
        guard let gtk = try? GTKLibrary.process.get() else { return }
        _ = gtk.object.ref(gesture)
        _ = gtk.glib.addIdle(0, { _ in 0 }, gesture, gtk.object.unref)
    }
}

private struct PressedArguments {
    let gesture: GestureFunctions.Gesture
    /// The number of consecutive presses, including this one.
    let count: CInt
}

extension GestureFunctions {
    /// Returns `true` if the press is on a widget that reacts to presses but still propagates them, such as a list.
    fileprivate func isOnQuietUser(_ gesture: Gesture) -> Bool {
        guard let event = lastEvent(gesture, sequence(gesture)), let widget = eventWidget(event) else { return false }
        return [listBoxType, flowBoxType, expanderType].contains { ancestor(widget, $0()) != nil }
    }
}
#endif
