#if LiveReset
public import Outlive

/// Asks for a reset by a button that floats over a window's content; GTK 3.
///
/// The notifier lives as long as the host; each window gets a button of its own, which ends with the window and is
/// tracked as a leak candidate. The button is as small as its label, lets the window show through, cannot take the
/// keyboard focus, and has no key of its own. Its accessible name is its label, by which a UI test can press it. A
/// press while a reset asked for by this notifier is under way is ignored, and so is one before the host has started.
///
///     let button = OverlayButtonNotifier()
///     let host = ResetHost(notifiers: [SignalNotifier(), button])
///     await host.add("window") { @MainActor _ in
///         let window = MainWindow()
///         try button.attach(to: window.overlay)
///         return window
///     } teardown: { @MainActor window in window.destroy() }
public final class OverlayButtonNotifier: ResetNotifier {
    /// Where the button is; leading is where lines of text begin.
    public enum Corner: Sendable {
        /// At the top, where lines begin.
        case topLeading
        /// At the top, where lines end.
        case topTrailing
        /// At the bottom, where lines begin.
        case bottomLeading
        /// At the bottom, where lines end.
        case bottomTrailing

        var isTop: Bool { self == .topLeading || self == .topTrailing }
        var isLeading: Bool { self == .topLeading || self == .bottomLeading }
    }

    /// How many pixels are between the button and what is around it.
    private static let margin: CInt = 4

    let press = ResetPress()
    private let label: String
    private let corner: Corner
    private let registry: LeakRegistry

    /// Makes a notifier without buttons.
    ///
    /// - Parameters:
    ///   - label: the text of the button, which is its accessible name.
    ///   - corner: where it is.
    ///   - registry: what its parts are tracked in.
    public init(label: String = "Reset", corner: Corner = .bottomTrailing, registry: LeakRegistry = .shared) {
        self.label = label
        self.corner = corner
        self.registry = registry
    }

    /// Serves a host from now on, in place of the one before.
    public func add(handler: ResetHandler) {
        press.add(handler: handler)
    }

    /// Puts a button into a window's overlay, which ends with the window.
    ///
    /// Attach once for each window, when the overlay has its content: that gets a wider margin at the button's edge, so
    /// that the button covers nothing of it.
    ///
    /// - Parameter overlay: a `GtkOverlay *`.
    /// - Throws: `GTKError` when GTK 3 is not in the process, or this is no overlay. Nothing has been changed then, and
    ///   the application can run on without the button.
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
        // With the margins of the button.
        widget.preferredHeight(button, nil, &height)
        if corner.isTop {
            widget.setMarginTop(content, widget.marginTop(content) + height)
        } else {
            widget.setMarginBottom(content, widget.marginBottom(content) + height)
        }
    }
}
#endif
