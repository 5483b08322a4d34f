/// What an operator can choose, at launch or with a reset, by environment variables.
struct Settings: Equatable, Sendable {
    /// Notes on a page of a list; `NOTES_PAGE_SIZE`, 1...200.
    var pageSize = 20
    /// Pages that the cache holds; `NOTES_CACHE_PAGES`, 1...10000.
    var cachePages = 256
    /// Minutes until an unused session ends; `NOTES_SESSION_MINUTES`, 1...1440.
    var sessionMinutes = 30
    /// Seconds between two looks for changes; `NOTES_REFRESH_SECONDS`, 1...3600.
    var refreshSeconds = 2

    /// The defaults, changed by what the environment says; what is no number in range is ignored.
    init(environment: [String: String] = [:]) {
        func read(_ name: String, into setting: inout Int, _ range: ClosedRange<Int>) {
            if let value = environment[name].flatMap({ Int($0) }), range.contains(value) { setting = value }
        }
        read("NOTES_PAGE_SIZE", into: &pageSize, 1...200)
        read("NOTES_CACHE_PAGES", into: &cachePages, 1...10_000)
        read("NOTES_SESSION_MINUTES", into: &sessionMinutes, 1...1_440)
        read("NOTES_REFRESH_SECONDS", into: &refreshSeconds, 1...3_600)
    }
}
