#if LiveReset
public import Outlive

/// Asks for a reset by several quick presses at one place of a window; GTK 3.
///
/// The notifier lives as long as the host; each window gets a gesture of its own, which ends with the window and is
/// tracked as a leak candidate. Only the main button counts, and presses are quick and at one place as those of a
/// double click are, by the settings of the desktop. The gesture takes no press away from the window. Presses while a
/// reset asked for by this notifier is under way are ignored, and so are those before the host has started.
public final class MultiPressNotifier: ResetNotifier {
    /// Which presses count.
    public enum Places: Sendable {
        /// Presses that nothing else uses: on labels and empty parts, not on buttons, entries and lists.
        case unused
        /// All presses, before the widget under the pointer sees them.
        ///
        /// For windows that are covered by widgets that use every press, such as drawing areas; quick clicks on a
        /// button reset the application as well then.
        case anywhere
    }

    let press = ResetPress()
    private let presses: CInt
    private let places: Places
    private let registry: LeakRegistry

    /// Makes a notifier that watches no window yet.
    ///
    /// - Parameters:
    ///   - presses: how many, at least 2. Of more presses in a row, only this one asks for a reset.
    ///   - places: which presses count.
    ///   - registry: what its parts are tracked in.
    public init(presses: Int = 5, on places: Places = .unused, registry: LeakRegistry = .shared) {
        precondition(presses >= 2, "a reset by \(presses) presses would come by accident; ask for 2 or more")
        self.presses = CInt(clamping: presses)
        self.places = places
        self.registry = registry
    }

    /// Serves a host from now on, in place of the one before.
    public func add(handler: ResetHandler) {
        press.add(handler: handler)
    }

    /// Watches a window, until that is destroyed; attach once for each window.
    ///
    /// - Parameter window: a `GtkWindow *`, or any other `GtkWidget *` with a window of its own.
    /// - Throws: `GTKError` when GTK 3 is not in the process, or this is no widget. Nothing has been changed then, and
    ///   the application can run on without the gesture.
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

    /// Gives up the reference to a gesture when the window is destroyed: a widget does not own its gestures.
    @MainActor private func release(
        _ gesture: GestureFunctions.Gesture, with window: GTKLibrary.Widget, by object: GObjectLibrary
    ) {
        // At the disposal, not at the end of the window, so that a window that leaks does not keep the gesture.
        object.onDispose(window, { gesture, _ in MultiPressNotifier.release(gesture) }, gesture)
    }

    /// Gives up a reference at once, so that the gesture is gone when a reset looks what is alive.
    private static func release(_ gesture: UnsafeMutableRawPointer?) {
        guard let gesture, let gtk = try? GTKLibrary.process.get() else { return }
        gtk.object.unref(gesture)
    }

    /// Keeps a gesture until the loop is next at rest: the window may be destroyed while one of its presses is told.
    private static func keepUntilRest(_ gesture: GestureFunctions.Gesture) {
        guard let gtk = try? GTKLibrary.process.get() else { return }
        _ = gtk.object.ref(gesture)
        _ = gtk.glib.addIdle(0, { _ in 0 }, gesture, gtk.object.unref)
    }
}

/// What the signal `pressed` comes with.
private struct PressedArguments {
    let gesture: GestureFunctions.Gesture
    /// How many presses there were in a row, with this one.
    let count: CInt
}

extension GestureFunctions {
    /// Whether the press is on a widget that uses presses though it passes them on.
    fileprivate func isOnQuietUser(_ gesture: Gesture) -> Bool {
        guard let event = lastEvent(gesture, sequence(gesture)), let widget = eventWidget(event) else { return false }
        return [listBoxType, flowBoxType, expanderType].contains { ancestor(widget, $0()) != nil }
    }
}
#endif
