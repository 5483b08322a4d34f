internal import CGtk3
internal import Outlive
internal import Testing

@testable internal import OutliveGTK

extension WindowTests {
    private func notifier(corner: OverlayButtonNotifier.Corner = .bottomTrailing) -> OverlayButtonNotifier {
        let notifier = OverlayButtonNotifier(corner: corner, registry: registry)
        notifier.add(handler: host.handler)
        return notifier
    }

    @Test func `A click on the button requests a reset`() throws {
        let notifier = notifier()
        let window = Window(gtk_label_new("Content"))
        try notifier.attach(to: window.overlay)
        window.show()
        window.click(try #require(window.button))
        #expect(notifier.press.wasPressed())
        window.destroy()
    }

    @Test func `Accessibility presses the button by its label`() throws {
        let notifier = notifier()
        let window = Window(gtk_label_new("Content"))
        try notifier.attach(to: window.overlay)
        window.show()
        let button = try #require(window.button)
        let accessible = try #require(gtk_widget_get_accessible(button))
        #expect(String(cString: atk_object_get_name(accessible)) == "Reset")
        let clicks = Clicks(of: button)
        #expect(atk_action_do_action(OpaquePointer(accessible), 0) != 0)
        #expect(Screen.run { clicks.count > 0 })
        #expect(notifier.press.wasPressed())
        window.destroy()
    }

    @Test(arguments: [OverlayButtonNotifier.Corner.topLeading, .topTrailing, .bottomLeading, .bottomTrailing])
    func `The content gets all its clicks, up to its corners`(corner: OverlayButtonNotifier.Corner) throws {
        let notifier = notifier(corner: corner)
        let filling: Widget = gtk_button_new_with_label("Filling")
        let clicks = Clicks(of: filling)
        let window = Window(filling)
        try notifier.attach(to: window.overlay)
        window.show()
        let frame = filling.frame(in: window)
        for x in [frame.x + 2, frame.x + frame.width / 2, frame.x + frame.width - 3] {
            for y in [frame.y + 2, frame.y + frame.height / 2, frame.y + frame.height - 3] { window.click(x: x, y: y) }
        }
        #expect(clicks.count == 9)
        #expect(!notifier.press.wasPressed())

        let widget = try #require(window.button)
        var (button, content, overlap) = (widget.frame(in: window), frame, GdkRectangle())
        #expect(gdk_rectangle_intersect(&button, &content, &overlap) == 0)
        // The button is little larger than its label, and in its corner.
        let label = try #require(gtk_bin_get_child(widget.as())).frame(in: window)
        #expect(button.width <= label.width + 16 && button.height <= label.height + 8)
        #expect((button.x < 150) == corner.isLeading)
        #expect((button.y < 100) == corner.isTop)
        window.destroy()
    }

    @Test func `No key reaches the button`() throws {
        let notifier = notifier()
        let entry: Widget = gtk_entry_new()
        let window = Window(entry, gtk_check_button_new_with_label("Other"))
        try notifier.attach(to: window.overlay)
        window.show()
        let button = try #require(window.button)
        gtk_widget_grab_focus(entry)
        var focused: Set<Widget> = []
        for key in [GDK_KEY_Tab, GDK_KEY_Return, GDK_KEY_space, GDK_KEY_Down, GDK_KEY_Right, GDK_KEY_Return] {
            for _ in 0..<4 {
                window.type(key)
                if let widget = gtk_window_get_focus(window.window.as()) { focused.insert(widget) }
            }
        }
        // The keys do something, but not to the button.
        #expect(focused.count == 2)
        #expect(!focused.contains(button))
        #expect(gtk_button_get_use_underline(button.as()) == 0)
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }

    @Test func `The secondary button of the pointer presses nothing`() throws {
        let notifier = notifier()
        let window = Window(gtk_label_new("Content"))
        try notifier.attach(to: window.overlay)
        window.show()
        window.click(try #require(window.button), times: 5, button: 3)
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }

    @Test func `A widget that is no overlay gets no button, and the error says so`() throws {
        let window = Window()
        let error = #expect(throws: GTKError.self) { try notifier().attach(to: window.window) }
        #expect(error?.description == "a GtkOverlay is needed, and this is a GtkWindow")
        #expect(error?.code == .widget)
        window.destroy()
    }
}
