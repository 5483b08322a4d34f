internal import DeskNotesSettings
internal import Outlive
internal import OutliveGTK

extension ResetHost {
    /// Returns the host that builds the application, at its launch and at every reset.
    ///
    /// - Parameter quit: Called when the window was closed and everything is torn down.
    @MainActor static func ofDeskNotes(quit: @escaping @MainActor () -> Void) async -> ResetHost {
        let button = OverlayButtonNotifier(corner: .topTrailing)
        let presses = MultiPressNotifier()
        let host = ResetHost(notifiers: [SignalNotifier(), button, presses])
        let settings = await host.add("settings") { input in try DeskSettings(of: input) }
        let library = await host.add("library") { @MainActor input in
            let library = NotesLibrary(path: input.fixture)
            if let problem = library.problem { StandardError.write("\(problem)") }
            return library
        }
        let client = await host.add("sync client") { _ in
            SyncClient(try settings.value)
        } teardown: { client in
            await client.close()
        }
        // The last step: when it is built, the window is on the screen, and the application is ready.
        await host.add("window") { @MainActor _ in
            let window = NotesWindow {
                Task {
                    _ = try? await host.stop()
                    quit()
                }
            }
            // Ordinary users need no reset controls, so only a watched launch has them.
            if LeakRegistry.shared.isEnabled {
                try button.attach(to: window.overlay.object)
                try presses.attach(to: window.widget.object)
            }
            let controller = WindowController(window, library: try library.value, client: try client.value)
            await controller.open(try settings.value)
            return controller
        } teardown: { controller in
            await controller.close()
        }
        return host
    }
}
