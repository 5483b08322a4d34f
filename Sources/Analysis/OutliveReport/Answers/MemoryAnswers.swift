package import OutliveModel

/// Short answers from the use of memory.
package struct MemoryAnswers: Sendable {
    private let report: MemoryReport

    package init(_ report: MemoryReport) { self.report = report.namesOnly }

    /// The verdict with its evidence and what to do, then the parts.
    package var answer: BriefAnswer {
        guard let memory = report.looks.last else { return BriefAnswer("the use of memory is unknown") }
        let (verdict, all) = (report.verdict, memory.resident)
        var answer = BriefAnswer("\(bytesText(all)) resident: \(verdict.words)")
        answer.conclusions += verdict.evidence.map { oneLine($0.words) }
        answer.conclusions += verdict.actions.filter { $0 != .findHolder }.map { "do: \($0.words)" }
        answer.data = memory.parts.sorted { $0.bytes > $1.bytes }.flatMap { part in
            let name = part.kind.words(isAllocatorKnown: memory.hasAllocator)
            return ["\(bytesText(part.bytes)) \(shareText(part.bytes, of: all)) \(name)"]
                + part.items.prefix(3).map { "  \(bytesText($0.bytes)) in \($0.count) \(oneLine($0.name))" }
        }
        answer.next =
            verdict.kind == .leak || verdict.kind == .fillingCache ? ["leaks", "growth"] : ["types", "leaks"]
        return answer
    }
}
