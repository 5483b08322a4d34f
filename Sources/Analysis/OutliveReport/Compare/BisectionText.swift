package import OutliveModel
internal import OutliveSupport

extension Bisection {
    /// The maximum number of lines of the changed manifest, and of suspects.
    private static let (maximumLines, maximumSuspects) = (60, 20)

    /// The result as text: the revision, the cause, the change of the manifest and the attempts.
    package func text(style: TextStyle = TextStyle()) -> [UInt8] {
        TextPage.bytes(style) { page in
            page.paragraph(headline, indent: 0, hanging: 2, ink: .badStrong)
            for suspect in suspects.count > 1 ? suspects.prefix(Self.maximumSuspects) : [] {
                page.paragraph(suspect.words, indent: 2, hanging: 2)
            }
            page.writeMore(suspects.count > 1 ? suspects.count - Self.maximumSuspects : 0, "revision")
            page.blank()
            page.write(cause)
            page.blank()
            page.field("report", report)
            page.field("tried", attemptsDescription)
            let lines = manifestChanges.rows
            if !lines.isEmpty {
                page.title("The manifest")
                for line in lines.prefix(Self.maximumLines) { page.quoted(String(line), indent: 2) }
                page.writeMore(lines.count - Self.maximumLines, "line")
            }
            if !notes.isEmpty {
                page.title("Notes")
                for note in notes { page.paragraph("- \(note)", indent: 2, hanging: 2) }
            }
        }
    }

    private var headline: String {
        guard suspects.count > 1, let last = suspects.last else {
            return "\(suspects.last?.words ?? "") is the first with this cause"
        }
        return "the first with this cause is one of \(suspects.count) revisions up to \(last.brief): those before it "
            + "could not be tried"
    }

    /// The attempts in words: `6 of 32 revisions, 5 builds; 1 more was skipped`.
    package var attemptsDescription: String {
        let skipped = attempts.count { if case .skipped = $0.outcome { true } else { false } }
        let measured = attempts.count - skipped
        let reused = attempts.count { $0.isReused }
        return "\(measured) of \(counted(candidates, "revision"))"
            + (skipped > 0 ? "; \(skipped) more could not be tried" : "")
            + (reused > 0 ? "; \(counted(reused, "build")) of an earlier search" : "")
    }
}

extension Bisection.Revision {
    /// The revision in one line: `1a2b3c4d5e Keep sessions for a retry`.
    package var words: String { subject.isEmpty ? brief : "\(brief) \(subject)" }
}

extension Bisection.Attempt {
    /// The attempt in one line: `1a2b3c4d5e Keep sessions: leaks (12 s)`.
    package var words: String {
        let outcome =
            switch outcome {
            case .good: "has no such leak"
            case .bad: "leaks"
            case .skipped(let reason): "skipped, as \(reason)"
            }
        return "\(revision.words): \(outcome) (\(timeText(seconds))\(isReused ? ", build kept" : ""))"
    }
}
