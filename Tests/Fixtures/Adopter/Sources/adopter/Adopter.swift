import Outlive

/// Counts words: a service of one request, which its argument is.
@main
struct Adopter {
    static func main() async throws {
        let host = ResetHost(notifiers: [SignalNotifier(), InProcessNotifier()])
        let counter = await host.add("counter") { input in
            tracked(WordCounter(input.arguments.first ?? ""))
        }
        await host.onQuiesce("counter") {}
        try await host.start()
        print("\(try counter.value.count) words")
        print(LeakRegistry.shared.isEnabled ? "watched" : "not watched")
        try await host.stop()
    }
}

/// A part of the application that ends with a reset.
final class WordCounter: Sendable {
    let count: Int

    init(_ text: String) {
        count = text.split(separator: " ").count
    }
}

/// As little as there can be: what `track` leaves in a build without the trait can be seen in its machine code.
@inline(never)
func tracked(_ counter: WordCounter) -> WordCounter {
    LeakRegistry.shared.track(counter, as: "WordCounter")
}
