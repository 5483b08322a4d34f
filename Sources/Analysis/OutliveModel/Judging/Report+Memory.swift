extension Report {
    /// Judges the use of memory again, after known growth of libraries is recognised.
    package mutating func judgeMemory() {
        guard let heap, let breakdown = memory?.breakdown else { return }
        let live = heap.cycles.map { boundedSum($0.bytes, $0.rawBytes) }
        let growth = MemoryVerdict.Growth(
            live, subjectFindings.filter { $0.tier == .heap }, warmup: max(plan.warmup, 1))
        memory?.verdict = MemoryVerdict(breakdown, growth: growth)
    }
}
