import Foundation
import Synchronization

/// A cache of rendered notes and lists, so that a page with many readers is rendered once.
///
/// Thread-safe.
final class PageCache: Sendable {
    /// The content of a rendered page.
    enum Key: Hashable, Sendable {
        /// One note.
        case note(id: Int)
        /// A page of a list or of search results, counted from 0.
        case list(NoteQuery, page: Int)
    }

    /// The cache's size and its hits and misses.
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

    /// Creates an empty cache for `capacity` pages.
    init(capacity: Int) {
        state = Mutex(State(pages: LeastRecentlyUsed(capacity: capacity)))
    }

    /// Returns the page from the cache, or renders it and keeps it.
    func page(_ key: Key, render: () throws -> Data) rethrows -> Data {
        let (cached, version) = state.withLock { state in
            let page = state.pages.value(for: key)
            if page == nil { state.misses += 1 } else { state.hits += 1 }
            return (page, state.version)
        }
        if let cached { return cached }
        let page = try render()
        state.withLock { state in
            // A page rendered during a change may lack that change.
            if state.version == version { state.pages.insert(page, for: key) }
        }
        return page
    }

    /// Removes every page that can show a note.
    func invalidate(noteID: Int) {
        state.withLock { state in
            state.version += 1
            state.pages.removeAll { key in
                if case .note(let id) = key { return id == noteID }
                return true
            }
        }
    }

    /// The cache's size and its hits and misses.
    var summary: Summary {
        state.withLock { Summary(pages: $0.pages.count, hits: $0.hits, misses: $0.misses) }
    }
}
