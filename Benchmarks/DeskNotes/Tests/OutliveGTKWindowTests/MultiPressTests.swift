internal import CGtk3
internal import Outlive
internal import Testing

@testable internal import OutliveGTK

extension WindowTests {
    /// Returns a notifier that is attached to a window, which is shown.
    private func attached(
        to window: Window, on places: MultiPressNotifier.Places = .unused
    ) throws -> MultiPressNotifier {
        let notifier = MultiPressNotifier(on: places, registry: registry)
        notifier.add(handler: host.handler)
        try notifier.attach(to: window.window)
        window.show()
        return notifier
    }

    @Test(arguments: [(4, false), (5, true)])
    func `Five presses on a label request a reset, and four do not`(presses: Int, asks: Bool) throws {
        let label: Widget = gtk_label_new("Heading")
        let window = Window(label)
        let notifier = try attached(to: window)
        window.click(label, times: presses)
        #expect(notifier.press.wasPressed() == asks)
        window.destroy()
    }

    @Test func `In a long row of presses only the fifth requests a reset, and before the start none does`() throws {
        let label: Widget = gtk_label_new("Heading")
        let window = Window(label)
        let notifier = MultiPressNotifier(registry: registry)
        try notifier.attach(to: window.window)
        window.show()
        window.click(label, times: 5)
        notifier.add(handler: host.handler)
        window.click(label, times: 6)
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }

    @Test func `Slow presses request nothing`() throws {
        Screen.doubleClickTime = 20
        let label: Widget = gtk_label_new("Heading")
        let window = Window(label)
        let notifier = try attached(to: window)
        for _ in 0..<5 {
            window.click(label)
            Screen.run(for: Screen.doubleClickTime + 1)
        }
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }

    @Test func `Presses of the secondary button request nothing`() throws {
        let label: Widget = gtk_label_new("Heading")
        let window = Window(label)
        let notifier = try attached(to: window)
        window.click(label, times: 5, button: 3)
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }

    @Test func `A button gets all its clicks, and five of them request nothing`() throws {
        let button: Widget = gtk_button_new_with_label("Save")
        let clicks = Clicks(of: button)
        let window = Window(button)
        let notifier = try attached(to: window)
        window.click(button, times: 5)
        #expect(clicks.count == 5)
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }

    @Test func `The row of a list gets all its clicks, and five of them request nothing`() throws {
        let list: Widget = gtk_list_box_new()
        gtk_container_add(list.as(), gtk_label_new("Groceries"))
        let clicks = Clicks("selected-rows-changed", of: list)
        let window = Window(list)
        let notifier = try attached(to: window)
        window.click(try #require(Window.children(of: list).first), times: 5)
        #expect(clicks.count == 5)
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }

    @Test(arguments: [MultiPressNotifier.Places.unused, .anywhere])
    func `A triple click selects all of an entry`(places: MultiPressNotifier.Places) throws {
        let entry: Widget = gtk_entry_new()
        gtk_entry_set_text(entry.as(), "two words")
        let window = Window(entry)
        let notifier = try attached(to: window, on: places)
        // Clears the selection that the first focus makes.
        gtk_editable_select_region(OpaquePointer(entry), 0, 0)
        window.click(entry, times: 3)
        var (start, end): (CInt, CInt) = (0, 0)
        #expect(gtk_editable_get_selection_bounds(OpaquePointer(entry), &start, &end) != 0)
        #expect((start, end) == (0, 9))
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }

    @Test func `With the option for any place, five clicks on a button reach it and request a reset`() throws {
        let button: Widget = gtk_button_new_with_label("Save")
        let clicks = Clicks(of: button)
        let window = Window(button)
        let notifier = try attached(to: window, on: .anywhere)
        window.click(button, times: 5)
        #expect(clicks.count == 5)
        #expect(notifier.press.wasPressed())
        window.destroy()
    }
}
