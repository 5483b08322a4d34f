import Outlive

/// A task that loops for ever, is never cancelled, and retains its owner.
struct EndlessTaskLeak: ServicePlugin {
    func attach(to service: NoteService) {
        LeakRegistry.shared.track(UsageSampler(), as: "UsageSampler").start()
    }
}

private final class UsageSampler: Sendable {
    func start() {
        // The mistake: nothing ends the loop, and `self` is captured strongly.
        Task {
            while true {
                self.sample()
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func sample() {}
}
