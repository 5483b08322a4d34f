internal import Foundation
internal import OutliveModel

/// A leak that the sample can plant, and what the heap tier has to find of it.
struct PlantedLeak {
    /// A type that leaks.
    struct Component {
        /// Its name, without what it is in.
        var type: String
        /// The file that allocates it, from the service's folder on.
        var file: String

        /// The lines of the file where one is made: where its initialiser is called, or stands.
        func lines(in sources: String) throws -> [Int] {
            let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .filter { $0.element.contains("\(type)(") && !$0.element.contains("class ") }.map { $0.offset + 1 }
        }

        /// Whether a finding's allocation site is one of these lines.
        func isPlace(_ site: RegistrationSite, lines: [Int]) -> Bool {
            site.fileID.split(separator: "/").last == file.split(separator: "/").last && lines.contains(site.line)
        }
    }

    /// As `--leak` takes it.
    var kind: String
    var components: [Component]

    static let all: [PlantedLeak] = [
        PlantedLeak("delegate-cycle", "Leaks/DelegateCycleLeak.swift", "NoteExporter", "ExportSchedule"),
        PlantedLeak("stored-closure", "Leaks/StoredClosureLeak.swift", "WordCounter"),
        PlantedLeak("timer", "Leaks/TimerLeak.swift", "ReminderClock"),
        PlantedLeak("endless-task", "Leaks/EndlessTaskLeak.swift", "UsageSampler"),
        PlantedLeak("notification-token", "Leaks/NotificationTokenLeak.swift", "ChangeCounter"),
        PlantedLeak("static-cache", "Leaks/StaticCacheLeak.swift", "SearchSuggestions"),
        PlantedLeak("per-request", "HTTP/Routes.swift", "RequestHandler"),
    ]

    private init(_ kind: String, _ file: String, _ types: String...) {
        self.kind = kind
        components = types.map { Component(type: $0, file: file) }
    }
}
