/// Keeps the digest up to date in the background.
actor DigestRefresher {
    /// The figures of the last refresh.
    private(set) var digest: Digest
    private let store: NoteStore
    private var loop: Task<Void, Never>?

    /// Computes the first digest.
    init(_ store: NoteStore) {
        self.store = store
        digest = Digest(of: store)
    }

    /// Starts to check for changes.
    func start(every interval: Duration) {
        guard loop == nil else { return }
        // Weak, because a task retains its captures until it ends, and this one ends only when it is cancelled.
        loop = Task { [weak self] in
            while (try? await Task.sleep(for: interval)) != nil {
                await self?.refresh()
            }
        }
    }

    /// Stops checking for changes and waits until the task has ended.
    func stop() async {
        loop?.cancel()
        await loop?.value
        loop = nil
    }

    /// Computes the digest again if a note has changed.
    func refresh() {
        if store.revision != digest.revision { digest = Digest(of: store) }
    }
}
