extension NoteService {
    /// Returns the state that users can observe, as lines of text: the same after a launch and after a reset.
    func stateReport() async -> String {
        let store = self.store.summary
        let index = self.store.library.index
        let cache = self.cache.summary
        let digest = await refresher.digest
        return """
            notes \(store.notes), changed \(store.changed), deleted \(store.deleted)
            revision \(store.revision), checksum \(String(store.checksum, radix: 16))
            index \(index.words.count) words, \(index.postings) postings, \(index.tags.count) tags
            sessions \(sessions.count)
            cache \(cache.pages) pages, \(cache.hits) hits, \(cache.misses) misses
            journal \(journal.recent.count) changes
            digest of revision \(digest.revision): \(digest.notes) notes, \(digest.bytes) bytes
            newest \(digest.newest.map(String.init).joined(separator: " "))
            requests \(requestCount)
            settings page size \(settings.pageSize), cache \(settings.cachePages) pages, \
            session \(settings.sessionMinutes) min, refresh \(settings.refreshSeconds) s

            """
    }
}
