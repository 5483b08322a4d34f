import Outlive
import OutliveHTTP
import OutliveStubs

/// A service that counts the words of its arguments; with `--stay` it goes on running.
@main
struct Adopter {
    static func main() async throws {
        let host = ResetHost(notifiers: [SignalNotifier(), HTTPNotifier(), InProcessNotifier()])
        await host.add("dictionary") { input in
            try Dictionary(stubs: input.environment["STUB_REQUESTS"])
        } teardown: { dictionary in
            dictionary.close()
        }
        let counter = await host.add("counter") { input in
            LeakRegistry.shared.track(WordCounter(input.arguments), as: "WordCounter")
        }
        await host.onQuiesce("counter") { try counter.value.close() }
        try await host.start()
        print("\(try counter.value.count) words")
        if CommandLine.arguments.contains("--stay") { try await Task.sleep(for: .seconds(86_400)) }
        try await host.stop()
    }
}
