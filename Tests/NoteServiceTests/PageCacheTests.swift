import Foundation
import Testing

@testable import note_service

@Suite struct PageCacheTests {
    @Test func `The least recently used entry makes room`() {
        var entries = LeastRecentlyUsed<String, Int>(capacity: 2)
        entries.insert(1, for: "a")
        entries.insert(2, for: "b")
        #expect(entries.value(for: "a") == 1)
        entries.insert(3, for: "c")
        #expect(entries.value(for: "b") == nil)
        #expect(entries.value(for: "a") == 1)
        #expect(entries.count == 2)
    }

    @Test func `A page is rendered once, until what it shows changes`() {
        let cache = PageCache(capacity: 10)
        #expect(cache.page(.note(id: 1)) { Data("old".utf8) } == Data("old".utf8))
        #expect(cache.page(.note(id: 1)) { Data("new".utf8) } == Data("old".utf8))
        cache.invalidate(noteID: 2)
        #expect(cache.page(.note(id: 1)) { Data("new".utf8) } == Data("old".utf8))
        cache.invalidate(noteID: 1)
        #expect(cache.page(.note(id: 1)) { Data("new".utf8) } == Data("new".utf8))
        #expect(cache.summary == PageCache.Summary(pages: 1, hits: 2, misses: 2))
    }

    @Test func `A page rendered while its note changed is not cached`() {
        let cache = PageCache(capacity: 10)
        let page = cache.page(.note(id: 1)) {
            cache.invalidate(noteID: 1)
            return Data("old".utf8)
        }
        #expect(page == Data("old".utf8))
        #expect(cache.page(.note(id: 1)) { Data("new".utf8) } == Data("new".utf8))
    }
}
