internal import CGtk3
internal import Outlive
internal import OutliveGTK
internal import Testing

extension WindowTests {
    @Test func `A GObject with a remaining reference is reported by its type and name`() async {
        let (kept, gone): (Widget, Widget) = (gtk_label_new("Kept"), gtk_label_new("Gone"))
        let window = Window(kept, gone)
        registry.track(gObject: kept, as: "Kept")
        registry.track(gObject: gone, as: "Gone")
        registry.track(gObject: window.window)
        g_object_ref(kept)
        window.destroy()
        #expect(await survivors() == [#"GtkLabel "Kept""#])

        g_object_unref(kept)
        #expect(await survivors() == [])
    }

    @Test func `A window that is never destroyed is reported by its type`() async {
        let window = Window()
        registry.track(gObject: window.window)
        #expect(await survivors() == ["GtkWindow"])
        window.destroy()
        #expect(await survivors() == [])
    }

    @Test func `A GObject counts once, and is in the rows of all its names`() async {
        let window = Window()
        for _ in 0..<2 { registry.track(gObject: window.window) }
        registry.track(gObject: window.window, as: "Main")
        #expect(registry.registered == 1)
        let report = await registry.endGeneration(settling: SettlePolicy(deadline: .zero)).settled()
        #expect(report.survivors.map(\.key.name) == ["GtkWindow", #"GtkWindow "Main""#])
        #expect(report.survivors.map(\.count) == [1, 1])
        window.destroy()
    }

    @Test func `Two registries watch one GObject independently`() async {
        let other = LeakRegistry()
        let window = Window()
        registry.track(gObject: window.window)
        other.track(gObject: window.window)
        #expect((registry.registered, other.registered) == (1, 1))
        window.destroy()
        #expect(await survivors() == [])
    }

    @Test func `An object for the whole process is no survivor`() async {
        let window = Window()
        registry.track(gObject: window.window, lifetime: .process(reason: "the test"))
        #expect(registry.registered == 0)
        let report = await registry.endGeneration(settling: SettlePolicy(deadline: .zero)).settled()
        #expect(report.survivors.map(\.key.lifetime) == [.process(reason: "the test")])
        window.destroy()
    }

    @Test func `A disabled registry makes no name`() {
        let window = Window()
        registry.isEnabled = false
        var names = 0
        func name() -> String {
            names += 1
            return "Main"
        }
        registry.track(gObject: window.window, as: name())
        #expect((registry.registered, names) == (0, 0))
        window.destroy()
    }

    @Test func `Site and call stack are those of the caller, as of a Swift object`() async throws {
        final class Component {}
        let component = Component()
        let window = Window()
        registry.track(component)
        registry.track(gObject: window.window)
        let line = #line - 1
        let report = await registry.endGeneration(settling: SettlePolicy(deadline: .zero)).settled()
        let plain = try #require(report.survivors.first { $0.key.name == "Component" })
        let widget = try #require(report.survivors.first { $0.key.name == "GtkWindow" })
        #expect(widget.key.site.fileID == #fileID)
        #expect(widget.key.site.line == line)
        // The two differ only in the place within this function.
        #expect(widget.backtrace.frames.dropFirst() == plain.backtrace.frames.dropFirst())
        #expect(widget.backtrace.frames.first?.module == plain.backtrace.frames.first?.module)
        let (first, second) = (plain.backtrace.frames[0].offset, widget.backtrace.frames[0].offset)
        #expect(first < second && second - first < 4096)
        withExtendedLifetime(component) { window.destroy() }
    }
}
