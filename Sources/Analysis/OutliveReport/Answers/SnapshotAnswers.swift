package import OutliveModel

/// Short answers from the report of a snapshot, which has what the question needs: traces, growth or retained sizes.
package struct SnapshotAnswers: Sendable {
    private let report: SnapshotReport

    package init(_ report: SnapshotReport) { self.report = report.namesOnly }

    private var totals: String {
        let facts = report.snapshot
        return "\(counted(facts.objects, "live Swift object")), \(bytesText(facts.bytes)); "
            + "\(counted(facts.rawBlocks, "other block")), \(bytesText(facts.rawBytes))"
    }

    /// The objects that no root leads to or, of a comparison, the causes of the new objects.
    package var leaks: BriefAnswer {
        let causes = report.causes
        if report.growth != nil { return growth }
        guard !causes.isEmpty else {
            return BriefAnswer(
                "no lost objects: a root leads to each object of the program",
                "one snapshot cannot show growth: ask again with an earlier snapshot of the process (since)",
                data: [totals], next: ["types", "tasks", "memory"])
        }
        return causes.answer(
            heading:
                "\(counted(causes.count, "cause")): objects of the program that a cycle keeps, or nothing; \(totals)",
            from: .snapshot, next: ["types", "tasks"])
    }

    /// One cause; see `[Cause].answer(about:)`.
    package func cause(_ subject: String?) -> BriefAnswer { report.causes.answer(about: subject, from: .snapshot) }

    /// The new objects since an earlier snapshot, with their causes.
    package var growth: BriefAnswer {
        guard let growth = report.growth else {
            return BriefAnswer(
                "one snapshot cannot show growth: give an earlier snapshot of the process (since)", next: ["leaks"])
        }
        let (then, now) = (growth.since, report.snapshot)
        let bytes = Double(now.bytes + now.rawBytes - then.bytes - then.rawBytes)
        let heading =
            "live memory changed by \(Scale.bytes(bytes).text(bytes, signed: true)) since the earlier snapshot, to "
            + "\(bytesText(now.bytes + now.rawBytes)); \(counted(growth.types.count, "type")) with changes"
        let rows = growth.types.map { type in
            "\(Scale.bytes(Double(type.bytes)).text(Double(type.bytes), signed: true)) "
                + "\(oneLine(type.type.description)): \(type.new) new, \(type.gone) gone" + type.site.atPlace
        }
        let causes = report.causes
        guard !causes.isEmpty else {
            return BriefAnswer(heading, data: rows, next: ["types"])
        }
        var answer = causes.answer(
            heading: heading + "; some growth is normal, a cause here is what keeps new objects", from: .snapshot,
            next: ["types"])
        answer.data.insert(contentsOf: rows.prefix(6), at: 0)
        answer.data += rows.dropFirst(6)
        return answer
    }

    /// The largest types by retained size.
    package var types: BriefAnswer {
        let rows = report.types.map { type in
            "\(bytesText(type.retainedBytes ?? type.bytes)) retained by \(type.objects) "
                + "\(elided(oneLine(type.type.description), to: 110, .middle)), \(bytesText(type.bytes)) themselves"
                + type.site.atPlace
        }
        let raw = (report.memory ?? []).prefix(3).map { site in
            "\(bytesText(site.bytes)) in \(counted(site.objects, "other block"))" + site.site.atPlace
        }
        let shown = Array(rows.prefix(8)) + raw + Array(rows.dropFirst(8))
        return BriefAnswer(
            "\(totals); \(counted(report.types.count, "type"))", data: shown, next: ["holders TYPE", "memory"])
    }

    /// The holders of the objects that the report has traces of.
    ///
    /// - Parameter type: The pattern that was asked for.
    package func holders(of type: String) -> BriefAnswer {
        guard let traces = report.traces, !traces.isEmpty else {
            let named = type.asTypePattern
            return BriefAnswer(
                "there is no live object\(named)" + (named.isEmpty ? "" : "; * stands for any text"), next: ["types"])
        }
        let all = traces.reduce(0) { boundedSum($0, $1.objects) }
        let bytes = traces.reduce(0) { boundedSum($0, $1.bytes) }
        let roots = traces.flatMap(\.traces).max { $0.objects < $1.objects }
        return BriefAnswer(
            "\(counted(all, "object")) of \(counted(traces.count, "type")), \(bytesText(bytes))",
            roots?.causeDescription.map { "most are \($0)" },
            data: traces.flatMap { $0.traces.holderLines(objects: $0.objects, name: $0.type.description) },
            next: ["types", "leaks"])
    }
}

extension Backtrace {
    /// The place of allocation as the end of a line, or an empty text if it is unknown.
    fileprivate var atPlace: String { frames.isEmpty || place.isEmpty ? "" : ", allocated at \(oneLine(place))" }
}
