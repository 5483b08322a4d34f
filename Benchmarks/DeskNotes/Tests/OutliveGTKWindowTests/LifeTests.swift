internal import CGtk3
internal import Outlive
internal import Testing

@testable internal import OutliveGTK

extension WindowTests {
    @Test func `Button and gesture end with their window, twenty times`() async throws {
        let button = OverlayButtonNotifier(registry: registry)
        let gesture = MultiPressNotifier(registry: registry)
        for _ in 0..<20 {
            let label: Widget = gtk_label_new("Heading")
            let window = Window(label)
            try button.attach(to: window.overlay)
            try gesture.attach(to: window.window)
            registry.track(gObject: window.window)
            window.show()
            window.click(label, times: 2)
            #expect(registry.registered == 5)
            window.destroy()
            #expect(await survivors() == [])
        }
    }

    @Test func `A window that leaks after it was destroyed keeps neither gesture nor handlers`() async throws {
        let window = Window()
        try OverlayButtonNotifier(registry: registry).attach(to: window.overlay)
        try MultiPressNotifier(registry: registry).attach(to: window.window)
        registry.track(gObject: window.window)
        g_object_ref(window.window)
        window.show()
        window.destroy()
        #expect(await survivors() == ["GtkWindow"])
        g_object_unref(window.window)
    }

    @Test func `A click may destroy the window while the gesture counts it`() async throws {
        let close: Widget = gtk_button_new_with_label("Close")
        let window = Window(close)
        let clicks = Clicks(of: close) { gtk_widget_destroy(window.window) }
        let gesture = MultiPressNotifier(on: .anywhere, registry: registry)
        try gesture.attach(to: window.window)
        window.show()
        window.click(close)
        Screen.settle()
        #expect(clicks.count == 1)
        #expect(await survivors() == [])
    }

    @Test func `A press resets a host, which creates the window anew, and nothing is left`() async throws {
        let button = OverlayButtonNotifier(registry: registry)
        let host = ResetHost(notifiers: [button], registry: registry, arguments: [], environment: [:])
        let registry = registry
        let step = await host.add("window") { @MainActor _ in
            let window = registry.track(Window(gtk_label_new("Content")))
            try button.attach(to: window.overlay)
            registry.track(gObject: window.window)
            window.show()
            return window
        } teardown: { @MainActor window in
            window.destroy()
        }
        try await host.start()
        func click() throws -> ObjectIdentifier {
            let window = try step.value
            let button = try #require(window.button)
            window.click(button)
            return ObjectIdentifier(window)
        }
        for generation in 1...3 {
            let clicked = try click()
            let report = try #require(await host.history.report(of: generation))
            #expect(report.survivors.map(\.key.name) == [])
            #expect(report.registered == 4)
            #expect(try ObjectIdentifier(step.value) != clicked)
        }
        try await host.stop()
    }
}
