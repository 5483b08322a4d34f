import Foundation
import Synchronization

/// Rendered notes and lists, so that what many users read is rendered once.
///
/// Safe from any thread.
final class PageCache: Sendable {
    /// What a rendered page shows.
    enum Key: Hashable, Sendable {
        /// One note.
        case note(id: Int)
        /// A page of a list or of search results, counted from 0.
        case list(NoteQuery, page: Int)
    }

    /// What the cache has done, in numbers.
    struct Summary: Equatable, Sendable {
        var pages = 0
        var hits = 0
        var misses = 0
    }

    private struct State: Sendable {
        var pages: LeastRecentlyUsed<Key, Data>
        var version = 0
        var hits = 0
        var misses = 0
    }

    private let state: Mutex<State>

    /// Makes an empty cache that holds `capacity` pages.
    init(capacity: Int) {
        state = Mutex(State(pages: LeastRecentlyUsed(capacity: capacity)))
    }

    /// The page from the cache, or rendered now and kept.
    func page(_ key: Key, render: () throws -> Data) rethrows -> Data {
        let (cached, version) = state.withLock { state in
            let page = state.pages.value(for: key)
            if page == nil { state.misses += 1 } else { state.hits += 1 }
            return (page, state.version)
        }
        if let cached { return cached }
        let page = try render()
        state.withLock { state in
            // What changed while this was rendered may be missing in it.
            if state.version == version { state.pages.insert(page, for: key) }
        }
        return page
    }

    /// Forgets every page that can show a note.
    func invalidate(noteID: Int) {
        state.withLock { state in
            state.version += 1
            state.pages.removeAll { key in
                if case .note(let id) = key { return id == noteID }
                return true
            }
        }
    }

    /// What the cache has done, in numbers.
    var summary: Summary {
        state.withLock { Summary(pages: $0.pages.count, hits: $0.hits, misses: $0.misses) }
    }
}
