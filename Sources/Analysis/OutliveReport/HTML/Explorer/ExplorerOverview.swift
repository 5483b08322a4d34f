internal import OutliveModel
internal import OutliveSupport

extension HeapExplorer {
    /// The head of the page: the process, its totals and the number of suspects.
    var overview: PageSection {
        let facts = report.snapshot
        var section = PageSection("verdict", "Overview", heading: "", tone: subjectTone) {
            HTMLNode.tag("p", ["class": "summary"]) {
                HTMLNode.code(program)
                " (process \(facts.processID)) at \(utc(seconds: facts.time)), from "
                HTMLNode.code(facts.file)
                if let earlier = report.growth?.since {
                    ", compared with "
                    HTMLNode.code(earlier.file)
                    " of \(utc(seconds: earlier.time))"
                }
            }
            if facts.isIncomplete {
                HTMLNode.paragraph("A part of the memory was not readable: objects are missing.", class: "warn")
            }
            if picture.subject != .heap, !causes.isEmpty {
                HTMLNode.tag("p", ["class": "note"]) {
                    "The heap has "
                    HTMLNode.tag("a", ["href": "#suspects"]) { counted(causes.count, "suspect") }
                    "."
                }
            }
            HTMLNode.figures(figures)
        }
        section.sentence = subjectSentence ?? sentence
        return section
    }

    /// The totals: of the tasks on a page about them, of the heap if the page has it, and of the memory.
    private var figures: [KeyFigure] {
        let facts = report.snapshot
        var figures = [taskFigure].compactMap(\.self)
        if picture.retained.blocks > 0 {
            figures += [
                KeyFigure(name: "Swift objects", value: grouped(facts.objects), note: bytesText(facts.bytes)),
                KeyFigure(name: "Other blocks", value: grouped(facts.rawBlocks), note: bytesText(facts.rawBytes)),
                KeyFigure(name: "Types", value: grouped(report.types.count), note: "with live objects"),
                KeyFigure(
                    name: "References", value: grouped(facts.references),
                    note: counted(facts.roots.reduce(0) { $0 + $1.count }, "root")),
            ]
        }
        if let memory = picture.memory?.looks.last {
            // The part of the blocks beside it that the program has touched.
            let part =
                picture.retained.blocks > 0
                ? memory.words(ofAllocated: boundedSum(facts.bytes, facts.rawBytes)) : nil
            let live = part ?? "\(bytesText(memory.live)) in live blocks"
            figures.append(
                KeyFigure(
                    name: "Resident memory", value: bytesText(memory.resident), note: memory.hasAllocator ? live : ""))
        }
        return figures
    }

    private var sentence: String {
        guard hasObjects else {
            return picture.memory.map { $0.verdict.words.capitalizedFirst + "." } ?? "The heap has no Swift objects."
        }
        if let judged = picture.judged {
            return causes.isEmpty
                ? "No leaks or suspects in \(counted(judged.cycles, "cycle"))."
                : "\(counted(causes.count, "cause")) found in \(counted(judged.cycles, "cycle"))."
        }
        guard !causes.isEmpty else {
            if let growth = memoryGrowth { return growth.words.capitalizedFirst + "." }
            return report.growth == nil && report.pattern == nil
                ? "No suspects: a root leads to every object of the program." : "No objects of this choice are alive."
        }
        let objects = (report.traces ?? []).reduce(0) { boundedSum($0, $1.objects) }
        return "\(counted(causes.count, "suspect")): \(selection.words(counted(objects, "object")))."
    }

    /// The verdict on several looks at the memory if it grows, which one snapshot does not show.
    var memoryGrowth: MemoryVerdict? {
        guard let memory = picture.memory, memory.looks.count > 1, picture.judged == nil else { return nil }
        return memory.verdict.kind == .leak || memory.verdict.kind == .fillingCache ? memory.verdict : nil
    }

    /// How certain it is that the suspects leak: a cycle does, a new object or one in use on a thread may not.
    var heapTone: Tone {
        guard hasObjects else { return .plain }
        guard !causes.isEmpty else { return memoryGrowth == nil ? .plain : .warn }
        switch selection {
        case .judged: return causes.contains { $0.verdict == .leak } ? .bad : .warn
        case .lost: return causes.contains { $0.leader.traces.contains { $0.shape == .cycle } } ? .bad : .warn
        case .new: return .warn
        case .pattern: return .plain
        }
    }

    /// The choice of the objects whose traces are shown.
    var selection: SuspectSelection {
        if picture.judged != nil { return .judged }
        if report.growth != nil { return .new }
        return report.pattern.map { .pattern($0) } ?? .lost
    }
}

enum SuspectSelection {
    /// The objects of the program that no root leads to.
    case lost
    /// The objects that the earlier snapshot does not contain.
    case new
    case pattern(String)
    /// The objects that leak or may leak by the judgement of a run.
    case judged

    func words(_ objects: String) -> String {
        switch self {
        case .lost: "no root leads to \(objects) of the program"
        case .new: "\(objects) are new since the earlier snapshot"
        case .judged: "\(objects) grow in number"
        case .pattern(let pattern): "\(objects) of type \(elided(oneLine(pattern), to: 80, .middle))"
        }
    }

    var explanation: String {
        switch self {
        case .lost:
            "Suspects are objects that no root leads to: only a cycle holds them, maybe through a library, or nothing does. "
                + "Growth shows in a comparison: add --diff with an earlier snapshot, or see the types that retain the most."
        case .new: "These are the objects that the earlier snapshot does not contain, whatever holds them."
        case .judged: "These are the causes that the report of the run lists, important ones first."
        case .pattern: "These are the objects of the requested type, whatever holds them."
        }
    }
}
