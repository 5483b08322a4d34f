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

    /// What holds it, and is to be named as what to mend.
    struct Culprit {
        /// As traces name it.
        var name: String
        /// What the line that it begins at has in it; nil of a property or static, which has no line.
        var source: String?

        /// Whether it is what a trace names, at the line of the file where that is known.
        ///
        /// - Parameters:
        ///   - file: from the service's folder on.
        ///   - sources: the service's folder.
        func isNamed(by culprit: OutliveModel.Suspect, file: String, in sources: String) throws -> Bool {
            guard culprit.name == name else { return false }
            guard let source else { return true }
            guard let place = culprit.location, place.file.hasSuffix(file) else { return false }
            let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // Optimised code may begin in the line after the brace.
            return [place.line - 1, place.line - 2].contains {
                lines.indices.contains($0) && lines[$0].contains(source)
            }
        }
    }

    /// As `--leak` takes it.
    var kind: String
    var components: [Component]
    /// The file that the mistake is in, from the service's folder on.
    var file: String
    /// What may be named.
    var culprits: [Culprit]
    /// What is named where nothing but the runtime's metadata is left in the program; nil where that can be none.
    var strippedCulprit: String?

    // A cycle is also ended where the object's closure is stored.
    static let all: [PlantedLeak] = [
        PlantedLeak(
            "delegate-cycle", "Leaks/DelegateCycleLeak.swift", ["NoteExporter", "ExportSchedule"],
            [Culprit(name: "NoteExporter.delegate")], stripped: "NoteExporter.delegate"),
        PlantedLeak(
            "stored-closure", "Leaks/StoredClosureLeak.swift", ["WordCounter"],
            [
                Culprit(name: "closure in WordCounter.begin", source: "onNote.withLock {"),
                Culprit(name: "WordCounter.onNote"),
            ], stripped: "WordCounter.onNote"),
        PlantedLeak(
            "timer", "Leaks/TimerLeak.swift", ["ReminderClock"],
            [Culprit(name: "closure in ReminderClock.start", source: "timer.setEventHandler {")]),
        PlantedLeak(
            "endless-task", "Leaks/EndlessTaskLeak.swift", ["UsageSampler"],
            [Culprit(name: "Task in UsageSampler.start", source: "Task {")]),
        PlantedLeak(
            "notification-token", "Leaks/NotificationTokenLeak.swift", ["ChangeCounter"],
            [Culprit(name: "closure in ChangeCounter.observe", source: ".addObserver(")]),
        PlantedLeak(
            "static-cache", "Leaks/StaticCacheLeak.swift", ["SearchSuggestions"],
            [Culprit(name: "static SearchSuggestions.cache")]),
        PlantedLeak(
            "per-request", "HTTP/Routes.swift", ["RequestHandler"], [Culprit(name: "static PerRequestLeak.answered")]),
    ]

    private init(
        _ kind: String, _ file: String, _ types: [String], _ culprits: [Culprit], stripped: String? = nil
    ) {
        self.kind = kind
        components = types.map { Component(type: $0, file: file) }
        self.file = file
        self.culprits = culprits
        strippedCulprit = stripped
    }
}
