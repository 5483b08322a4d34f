import Foundation

/// The first word of an id says whether the stated truth is right, or that the case does not get to its end.
public let allCases: [Case] = [
    Case("right-leak", .perCycle(1), ["Kept"]) { Components.kept.append(Components.make($0, "Kept")) },
    Case("right-retained", .constant(1), ["Latest"]) { Components.kept = [Components.make($0, "Latest")] },
    Case("right-clean", .none) { _ = Components.make($0, "Brief") },
    Case("right-late", .none) {
        Components.letGo(of: Components.make($0, "Late"), after: .milliseconds(20))
    },
    // One of a name is leaked and another of that name is late, also after the leak has been seen often.
    Case("right-leak-beside-late", .perCycle(1), ["Mixed"], settle: .milliseconds(400)) {
        Components.kept.append(Components.make($0, "Mixed"))
        Components.letGo(of: Components.make($0, "Mixed"), after: .milliseconds(300))
    },
    Case("right-two-names-of-one", .perCycle(1), ["Kept", "SameKept"]) {
        let kept = Components.make($0, "Kept")
        Components.register(kept, $0, "SameKept")
        Components.kept.append(kept)
    },
    Case(
        "right-closure", .perCycle(1), ["Screen"], culprits: ["Screen.onTap", "closure in Screen.configure"],
        allocatedIn: "Components.screen"
    ) { Components.screen($0).configure() },
    Case("right-singleton-tracked-each-cycle", .constant(1), ["Shared"]) {
        Components.register(Components.shared, $0, "Shared")
    },

    Case("wrong-leak-stated-clean", .none) { Components.kept.append(Components.make($0, "Kept")) },
    Case("wrong-clean-stated-leaky", .perCycle(1), ["Brief"]) { _ = Components.make($0, "Brief") },
    Case("wrong-retained-stated-leaky", .perCycle(1), ["Latest"]) {
        Components.kept = [Components.make($0, "Latest")]
    },
    Case("wrong-late-stated-leaky", .perCycle(1), ["Late"]) {
        Components.letGo(of: Components.make($0, "Late"), after: .milliseconds(20))
    },
    Case("wrong-number", .perCycle(2), ["Kept"]) { Components.kept.append(Components.make($0, "Kept")) },
    Case("wrong-every-second-cycle", .perCycle(1), ["Kept"]) {
        let made = Components.make($0, "Kept")
        Components.cycles += 1
        if Components.cycles % 2 == 0 { Components.kept.append(made) }
    },
    Case("wrong-name", .perCycle(1), ["Other"]) { Components.kept.append(Components.make($0, "Kept")) },
    Case("wrong-allocated-in", .perCycle(1), ["Kept"], allocatedIn: "Component.make") {
        Components.kept.append(Components.make($0, "Kept"))
    },
    Case("wrong-flag", .perCycle(1), ["Kept"], leaky: false) {
        Components.kept.append(Components.make($0, "Kept"))
    },
    Case("wrong-throws", .none) {
        _ = Components.make($0, "Brief")
        throw CancellationError()
    },
    Case("wrong-tracks-nothing", .none) { _ in },

    Case("misnamed-culprit", .perCycle(1), ["Kept"], culprits: ["static Components.latest"]) {
        Components.kept.append(Components.make($0, "Kept"))
    },

    Case("fails-crash", .none) { _ in preconditionFailure("planted") },
    Case("fails-exit", .none) { _ in exit(0) },
    Case("fails-hang", .none) { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } },
]

/// The parts of the cases. Each case has a process, and so all of them, for itself.
enum Components {
    final class Item: @unchecked Sendable { var uses = 0 }

    final class Screen {
        private var onTap: (() -> Void)?
        private(set) var taps = 0

        func configure() {
            onTap = { self.taps += 1 }
        }
    }

    static let shared = Item()
    nonisolated(unsafe) static var kept: [Item] = []
    nonisolated(unsafe) static var cycles = 0

    @inline(never)
    static func make(_ recorder: Recorder, _ name: String) -> Item {
        let item = Item()
        recorder.track(item, name)
        return item
    }

    @inline(never)
    static func screen(_ recorder: Recorder) -> Screen {
        let screen = Screen()
        recorder.track(screen, "Screen")
        return screen
    }

    @inline(never)
    static func register(_ item: Item, _ recorder: Recorder, _ name: String) {
        recorder.track(item, name)
        item.uses += 1
    }

    static func letGo(of item: Item, after delay: Duration) {
        Task.detached {
            try? await Task.sleep(for: delay)
            item.uses += 1
        }
    }
}
