#if LiveReset
public import Outlive

/// A notifier with a button that floats over a window's content and requests a reset, in GTK 3.
///
/// The notifier lives as long as the host. Each window has its own button, which is released with the window and
/// tracked as a component. The button is as small as its label and translucent, and has neither keyboard focus nor a
/// shortcut. UI tests can find it by its accessible name, the label. Presses before the host has started, or during a
/// reset requested by this notifier, are ignored.
///
///     let button = OverlayButtonNotifier()
///     let host = ResetHost(notifiers: [SignalNotifier(), button])
///     await host.add("window") { @MainActor _ in
///         let window = MainWindow()
///         try button.attach(to: window.overlay)
///         return window
///     } teardown: { @MainActor window in window.destroy() }
public final class OverlayButtonNotifier: ResetNotifier {
    /// The corner of the button. The leading edge is the one where lines of text begin.
    public enum Corner: Sendable {
        /// The top corner where lines begin.
        case topLeading
        /// The top corner where lines end.
        case topTrailing
        /// The bottom corner where lines begin.
        case bottomLeading
        /// The bottom corner where lines end.
        case bottomTrailing

        var isTop: Bool { self == .topLeading || self == .topTrailing }
        var isLeading: Bool { self == .topLeading || self == .bottomLeading }
    }

    /// The distance in pixels between the button and its surroundings.
    private static let margin: CInt = 4

    let press = ResetPress()
    private let label: String
    private let corner: Corner
    private let registry: LeakRegistry

    /// Creates a notifier without buttons.
    ///
    /// - Parameters:
    ///   - label: The text of the button, which is also its accessible name.
    ///   - corner: The corner of the button.
    ///   - registry: The registry that tracks buttons and handlers.
    public init(label: String = "Reset", corner: Corner = .bottomTrailing, registry: LeakRegistry = .shared) {
        (self.label, self.corner, self.registry) = (label, corner, registry)
    }

    /// Sets the handler of the host, in place of any previous one.
    public func add(handler: ResetHandler) {
        press.add(handler: handler)
    }

    /// Adds a button to a window's overlay; the button is released with the window.
    ///
    /// Attach once for each window, after the overlay has its content. The content's margin at the button's edge is
    /// widened so that the button does not cover it.
    ///
    /// - Parameter overlay: A `GtkOverlay *`.
    /// - Throws: `GTKError` if the process does not link GTK 3 or this is not an overlay. The application is then
    ///   unchanged and can run without the button.
    @MainActor public func attach(to overlay: UnsafeMutableRawPointer) throws {
        let gtk = try GTKLibrary.process.get()
        try gtk.require(overlay, is: gtk.widget.overlayType, named: "GtkOverlay")
        guard let button = gtk.widget.newButton(label) else { return }
        style(button, by: gtk)
        let content = gtk.widget.child(overlay)
        gtk.widget.addOverlay(overlay, button)
        gtk.widget.show(button)
        if let content { keep(content, off: button, by: gtk.widget) }

        let handler = SignalHandler<Void> { [press] in press.press() }
        let trampoline: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            SignalHandler<Void>.from(data)?.call(())
        }
        handler.connect(to: "clicked", of: button, by: gtk.object, through: trampoline)
        registry.track(gObject: button, as: label)
        registry.track(handler, as: "handler of GtkButton \"\(label)\"")
    }

    @MainActor private func style(_ button: GTKLibrary.Widget, by gtk: GTKLibrary) {
        let widget = gtk.widget
        widget.setCanFocus(button, 0)
        widget.setFocusOnClick(button, 0)
        widget.setOpacity(button, 0.6)
        widget.setHorizontalAlignment(button, corner.isLeading ? 1 : 2)
        widget.setVerticalAlignment(button, corner.isTop ? 1 : 2)
        for setMargin in [
            widget.setMarginTop, widget.setMarginBottom, widget.setMarginStart, widget.setMarginEnd,
        ] {
            setMargin(button, Self.margin)
        }
        // Themes make buttons larger than their labels.
        guard let style = widget.newStyle() else { return }
        _ = widget.loadStyle(style, "button { min-width: 0; min-height: 0; padding: 1px 6px; }", -1, nil)
        widget.addStyle(widget.styleContext(button), style, 600)
        gtk.object.unref(style)
    }

    @MainActor private func keep(
        _ content: GTKLibrary.Widget, off button: GTKLibrary.Widget, by widget: WidgetFunctions
    ) {
        var height: CInt = 0
        // Includes the margins of the button.
        widget.preferredHeight(button, nil, &height)
        if corner.isTop {
            widget.setMarginTop(content, widget.marginTop(content) + height)
        } else {
            widget.setMarginBottom(content, widget.marginBottom(content) + height)
        }
    }
}
#endif
