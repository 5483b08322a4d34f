import Outlive
import OutliveGTK
import OutliveHTTP
import OutliveStubs

/// A service that counts the words of its arguments; with `--stay` it goes on running, with `--window` it has a window.
@main
struct Adopter {
    static func main() async throws {
        let (button, presses) = (OverlayButtonNotifier(), MultiPressNotifier())
        let host = ResetHost(notifiers: [SignalNotifier(), HTTPNotifier(), InProcessNotifier(), button, presses])
        await host.add("dictionary") { input in
            try Dictionary(stubs: input.environment["STUB_REQUESTS"])
        } teardown: { dictionary in
            dictionary.close()
        }
        let counter = await host.add("counter") { input in
            LeakRegistry.shared.track(WordCounter(input.arguments), as: "WordCounter")
        }
        await host.onQuiesce("counter") { try counter.value.close() }
        if CommandLine.arguments.contains("--window") {
            await host.add("window") { @MainActor _ in
                let window = try Window()
                try button.attach(to: window.overlay)
                try presses.attach(to: window.window)
                LeakRegistry.shared.track(gObject: window.window, as: "main")
                return window
            } teardown: { @MainActor window in
                window.destroy()
            }
        }
        try await host.start()
        print("\(try counter.value.count) words")
        if CommandLine.arguments.contains("--stay") { try await Task.sleep(for: .seconds(86_400)) }
        try await host.stop()
    }
}
