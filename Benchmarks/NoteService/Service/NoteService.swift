import Outlive
import Synchronization

/// One generation of the service: everything that a reset replaces.
///
/// Every component is registered where it is created. None knows about resets: the service is built and stopped.
final class NoteService: Sendable {
    let settings: Settings
    let store: NoteStore
    let sessions: SessionRegistry
    let cache: PageCache
    let journal: ChangeJournal
    let refresher: DigestRefresher
    let previews: LinkPreviewer
    /// The document that notes are saved to, or `nil` if they are not saved.
    let document: NoteDocument?
    let plugins: [any ServicePlugin]
    private let sweeper: SessionSweeper
    private let observations: Mutex<[NoteObservation]>
    private let requests = Atomic(0)

    /// Builds and starts a generation with a library that outlives it.
    init(
        library: NoteLibrary, settings: Settings, document: NoteDocument? = nil, plugins: [any ServicePlugin] = []
    ) async {
        let registry = LeakRegistry.shared
        let store = registry.track(NoteStore(library: library), as: "NoteStore")
        let cache = registry.track(PageCache(capacity: settings.cachePages), as: "PageCache")
        let journal = registry.track(ChangeJournal(), as: "ChangeJournal")
        let sessions = registry.track(SessionRegistry(), as: "SessionRegistry")

        self.settings = settings
        self.store = store
        self.cache = cache
        self.journal = journal
        self.sessions = sessions
        self.plugins = plugins
        self.document = document
        previews = registry.track(LinkPreviewer(settings), as: "LinkPreviewer")
        observations = Mutex([
            registry.track(NoteObservation(of: store) { [weak cache] in cache?.invalidate(noteID: $0) }),
            registry.track(NoteObservation(of: store) { [weak journal] in journal?.record(id: $0) }),
        ])
        sweeper = registry.track(
            SessionSweeper(sessions, idleLimit: .seconds(60 * settings.sessionMinutes)), as: "SessionSweeper")
        refresher = registry.track(DigestRefresher(store), as: "DigestRefresher")
        registry.track(self, as: "NoteService")

        await refresher.start(every: .seconds(settings.refreshSeconds))
        for plugin in plugins { plugin.attach(to: self) }
    }

    /// Stops all background work; everything else is released with its last reference.
    func stop() async {
        for plugin in plugins { plugin.detach(from: self) }
        observations.withLock { $0 = [] }
        sweeper.stop()
        await refresher.stop()
        await previews.stop()
    }

    /// Counts a request.
    func countRequest() {
        requests.add(1, ordering: .relaxed)
    }

    /// The number of requests that this generation has received.
    var requestCount: Int { requests.load(ordering: .relaxed) }
}
