public import Outlive

/// A notifier that requests a reset when the user presses one place of a window several times quickly, in GTK 3.
///
/// The notifier lives as long as the host. Each window has its own gesture, which is released with the window and
/// tracked as a component. Only presses of the main button count, within the time and distance of a double click in the
/// desktop's settings. The window still receives all presses. Presses before the host has started, or during a reset
/// requested by this notifier, are ignored. Without the package trait `LiveReset`, it observes no window.
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

    #if LiveReset
    let press = ResetPress()
    private let presses: CInt
    private let places: Places
    private let registry: LeakRegistry
    #endif

    /// Creates a notifier without windows.
    ///
    /// - Parameters:
    ///   - presses: The number of presses, at least 2. A longer series requests one reset, at this number.
    ///   - places: The presses that count.
    ///   - registry: The registry that tracks gestures and handlers.
    public init(presses: Int = 5, on places: Places = .unused, registry: LeakRegistry = .shared) {
        #if LiveReset
        precondition(presses >= 2, "a reset by \(presses) presses would come by accident; ask for 2 or more")
        (self.presses, self.places, self.registry) = (CInt(clamping: presses), places, registry)
        #endif
    }

    /// Sets the handler of the host, in place of any previous one.
    public func add(handler: ResetHandler) {
        #if LiveReset
        press.add(handler: handler)
        #endif
    }

    /// Observes a window until it is destroyed; call it once for each window.
    ///
    /// - Parameter window: A `GtkWindow *`, or any other `GtkWidget *` with its own window.
    /// - Throws: `GTKError` if the process does not link GTK 3 or this is not a widget. The application is then
    ///   unchanged and can run without the gesture.
    @MainActor public func attach(to window: UnsafeMutableRawPointer) throws {
        #if LiveReset
        try addGesture(to: window)
        #endif
    }
}

#if LiveReset
extension MultiPressNotifier {
    /// A handler of presses, which receives their number, this one included.
    private typealias PressHandler = SignalHandler<(gesture: GTKLibrary.Gesture, count: CInt)>

    @MainActor private func addGesture(to window: GTKLibrary.Widget) throws {
        let gtk = try GTKLibrary.process.get()
        try gtk.require(window, is: gtk.widgetType, named: "GtkWidget")
        guard let gesture = gtk.newMultiPress(window) else { return }
        gtk.setButton(gesture, 1)
        gtk.setPhase(gesture, places == .anywhere ? 1 : 2)
        release(gesture, with: window, by: gtk.object)

        let handler = PressHandler { [press, presses, places] arguments in
            guard arguments.count == presses else { return }
            if places == .unused, gtk.isOnQuietUser(arguments.gesture) { return }
            press.press()
        }
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, CInt, Double, Double, UnsafeMutableRawPointer?) -> Void = {
                gesture, count, _, _, data in
                guard let gesture else { return }
                MultiPressNotifier.keepUntilRest(gesture)
                PressHandler.from(data)?.call((gesture, count))
            }
        handler.connect(to: "pressed", of: gesture, by: gtk.object, through: trampoline)
        registry.track(gObject: gesture, as: "\(presses) presses")
        registry.track(handler, as: "handler of GtkGestureMultiPress \"\(presses) presses\"")
    }

    /// Releases the reference to a gesture when the window is destroyed, because a widget does not own its gestures.
    @MainActor private func release(
        _ gesture: GTKLibrary.Gesture, with window: GTKLibrary.Widget, by object: GObjectLibrary
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
    private static func keepUntilRest(_ gesture: GTKLibrary.Gesture) {
        guard let gtk = try? GTKLibrary.process.get() else { return }
        _ = gtk.object.ref(gesture)
        _ = gtk.glib.addIdle(0, { _ in 0 }, gesture, gtk.object.unref)
    }
}

extension GTKLibrary {
    /// Returns `true` if the press is on a widget that reacts to presses but still propagates them, such as a list.
    fileprivate func isOnQuietUser(_ gesture: Gesture) -> Bool {
        guard let event = lastEvent(gesture, sequence(gesture)), let widget = eventWidget(event) else { return false }
        return [listBoxType, flowBoxType, expanderType].contains { ancestor(widget, $0()) != nil }
    }
}
#endif
