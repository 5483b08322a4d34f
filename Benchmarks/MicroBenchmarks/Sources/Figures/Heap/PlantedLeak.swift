internal import Foundation
internal import OutliveModel

/// A leak that the sample can plant, with the findings expected of the heap tier.
struct PlantedLeak {
    /// A type that leaks.
    struct Component {
        /// The unqualified name of the type.
        var type: String
        /// The path of the file that allocates it, relative to the service's folder.
        var file: String

        /// Returns the lines of the file that call the type's initialiser.
        func lines(in sources: String) throws -> [Int] {
            let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .filter { $0.element.contains("\(type)(") && !$0.element.contains("class ") }.map { $0.offset + 1 }
        }

        /// Returns `true` if a finding's allocation site is one of these lines.
        func isPlace(_ site: RegistrationSite, lines: [Int]) -> Bool {
            site.fileID.split(separator: "/").last == file.split(separator: "/").last && lines.contains(site.line)
        }
    }

    /// A holder that a leak trace has to name as the reference to cut.
    struct Culprit {
        /// The name in a leak trace.
        var name: String
        /// A part of the line where it begins, or `nil` for a property or static, which has no line.
        var source: String?

        /// Returns `true` if a trace names this culprit, at its line of the file if it has one.
        ///
        /// - Parameters:
        ///   - file: The path relative to the service's folder.
        ///   - sources: The service's folder.
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

    /// The argument of `--leak`.
    var kind: String
    var components: [Component]
    /// The path of the file with the mistake, relative to the service's folder.
    var file: String
    /// The culprits that a trace may name.
    var culprits: [Culprit]
    /// The culprit named in a stripped program, which has only the runtime's metadata; `nil` if there is none.
    var strippedCulprit: String?

    // A reference cycle can also be cut where the object's closure is stored.
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
