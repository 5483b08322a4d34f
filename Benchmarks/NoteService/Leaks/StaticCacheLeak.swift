import Foundation
import Outlive
import Synchronization

/// A static dictionary that is filled in every generation and never emptied.
struct StaticCacheLeak: ServicePlugin {
    func attach(to service: NoteService) {
        let suggestions = LeakRegistry.shared.track(SearchSuggestions(service.store), as: "SearchSuggestions")
        SearchSuggestions.cache.withLock { $0[UUID()] = suggestions }
    }
}

private final class SearchSuggestions: Sendable {
    // The mistake: no entry is ever removed.
    static let cache = Mutex<[UUID: SearchSuggestions]>([:])

    private let tags: [String]

    init(_ store: NoteStore) {
        tags = store.library.index.tags.keys.sorted()
    }
}
