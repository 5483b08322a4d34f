import Outlive
import OutliveStubs

/// The settings that an operator or a test can choose, at launch or with a reset.
struct Settings: LaunchSettings {
    /// Notes on a page of a list, 1...200.
    var pageSize = 20
    /// Pages that the cache holds, 1...10000.
    var cachePages = 256
    /// Minutes until an unused session ends, 1...1440.
    var sessionMinutes = 30
    /// Seconds between two checks for changes, 1...3600.
    var refreshSeconds = 2
    /// Seconds that a preview may take, 0.01...60.
    var previewSeconds = 5.0
    /// Seconds that a client may take for a request, 1...3600. A setting of the socket, which outlives resets.
    var requestSeconds = 15
    /// The notes that the service begins with in place of those of its data file.
    var setupFixture: SetupFixture?
    /// `true` if notes saved to the document before are deleted first.
    var cleanStorage = false
    /// The stubs that answer outgoing requests; if empty, requests go to the network.
    var stubRequests = RequestStubs()

    enum CodingKeys: String, CodingKey, CaseIterable {
        case pageSize = "NOTES_PAGE_SIZE"
        case cachePages = "NOTES_CACHE_PAGES"
        case sessionMinutes = "NOTES_SESSION_MINUTES"
        case refreshSeconds = "NOTES_REFRESH_SECONDS"
        case previewSeconds = "NOTES_PREVIEW_SECONDS"
        case requestSeconds = "NOTES_REQUEST_SECONDS"
        case setupFixture = "-SetupFixture"
        case cleanStorage = "CLEAN_STORAGE"
        case stubRequests = "STUB_REQUESTS"
    }

    static let relaunchOnly: Set<CodingKeys> = [.requestSeconds]
}

extension Settings {
    /// Reads the settings of a launch or of a reset; the other options are those of `serve`.
    ///
    /// Refuses a value out of range. Replacing it with the default would make a test pass for a reason other than the
    /// one it states.
    ///
    /// - Throws: `SettingsError`, or `ServiceFailure` for a value out of range; both name the setting.
    init(of input: LaunchInput) throws {
        try self.init(input, others: .ignored)
        func check<Value: Comparable>(_ value: Value, _ range: ClosedRange<Value>, _ key: CodingKeys) throws {
            guard !range.contains(value) else { return }
            throw ServiceFailure.usage(
                "\(key.rawValue) is \(value), which is not in \(range.lowerBound)...\(range.upperBound)")
        }
        try check(pageSize, 1...200, .pageSize)
        try check(cachePages, 1...10_000, .cachePages)
        try check(sessionMinutes, 1...1_440, .sessionMinutes)
        try check(refreshSeconds, 1...3_600, .refreshSeconds)
        try check(previewSeconds, 0.01...60, .previewSeconds)
        try check(requestSeconds, 1...3_600, .requestSeconds)
    }

    /// Refuses changes of settings that only a launch can change.
    ///
    /// - Throws: `ServiceFailure` that names the settings.
    func checkChangeable(from launched: Settings) throws {
        let changes = try relaunchOnlyChanges(from: launched)
        guard changes.isEmpty else {
            throw ServiceFailure.usage("\(changes.joined(separator: ", ")) cannot change without a relaunch")
        }
    }
}
