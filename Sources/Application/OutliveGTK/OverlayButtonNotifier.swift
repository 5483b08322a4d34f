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
///
/// Without the package trait `LiveReset`, it adds no button.
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
    }

    #if LiveReset
    /// The distance in pixels between the button and its surroundings.
    private static let margin: CInt = 4

    let press = ResetPress()
    private let label: String
    private let corner: Corner
    private let registry: LeakRegistry
    #endif

    /// Creates a notifier without buttons.
    ///
    /// - Parameters:
    ///   - label: The text of the button, which is also its accessible name.
    ///   - corner: The corner of the button.
    ///   - registry: The registry that tracks buttons and handlers.
    public init(label: String = "Reset", corner: Corner = .bottomTrailing, registry: LeakRegistry = .shared) {
        #if LiveReset
        (self.label, self.corner, self.registry) = (label, corner, registry)
        #endif
    }

    /// Sets the handler of the host, in place of any previous one.
    public func add(handler: ResetHandler) {
        #if LiveReset
        press.add(handler: handler)
        #endif
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
        #if LiveReset
        try addButton(to: overlay)
        #endif
    }
}

#if LiveReset
extension OverlayButtonNotifier {
    @MainActor private func addButton(to overlay: GTKLibrary.Widget) throws {
        let gtk = try GTKLibrary.process.get()
        try gtk.require(overlay, is: gtk.overlayType, named: "GtkOverlay")
        guard let button = gtk.newButton(label) else { return }
        style(button, by: gtk)
        let content = gtk.child(overlay)
        gtk.addOverlay(overlay, button)
        gtk.show(button)
        if let content { keep(content, off: button, by: gtk) }

        let handler = SignalHandler<Void> { [press] in press.press() }
        let trampoline: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            SignalHandler<Void>.from(data)?.call(())
        }
        handler.connect(to: "clicked", of: button, by: gtk.object, through: trampoline)
        registry.track(gObject: button, as: label)
        registry.track(handler, as: "handler of GtkButton \"\(label)\"")
    }

    @MainActor private func style(_ button: GTKLibrary.Widget, by gtk: GTKLibrary) {
        gtk.setCanFocus(button, 0)
        gtk.setFocusOnClick(button, 0)
        gtk.setOpacity(button, 0.6)
        gtk.setHorizontalAlignment(button, corner.isLeading ? 1 : 2)
        gtk.setVerticalAlignment(button, corner.isTop ? 1 : 2)
        for setMargin in [gtk.setMarginTop, gtk.setMarginBottom, gtk.setMarginStart, gtk.setMarginEnd] {
            setMargin(button, Self.margin)
        }
        // Themes make buttons larger than their labels.
        guard let style = gtk.newStyle() else { return }
        _ = gtk.loadStyle(style, "button { min-width: 0; min-height: 0; padding: 1px 6px; }", -1, nil)
        gtk.addStyle(gtk.styleContext(button), style, 600)
        gtk.object.unref(style)
    }

    @MainActor private func keep(
        _ content: GTKLibrary.Widget, off button: GTKLibrary.Widget, by gtk: GTKLibrary
    ) {
        var height: CInt = 0
        // Includes the margins of the button.
        gtk.preferredHeight(button, nil, &height)
        if corner.isTop {
            gtk.setMarginTop(content, gtk.marginTop(content) + height)
        } else {
            gtk.setMarginBottom(content, gtk.marginBottom(content) + height)
        }
    }
}

extension OverlayButtonNotifier.Corner {
    var isTop: Bool { self == .topLeading || self == .topTrailing }
    var isLeading: Bool { self == .topLeading || self == .bottomLeading }
}
#endif
