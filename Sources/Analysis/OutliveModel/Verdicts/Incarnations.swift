/// Judges several processes that replaced one another: every key that outlived a reset in any of them.
///
/// Growth is measurable only within one process. Each process is therefore judged by itself, and each key keeps its
/// worst verdict. One exception: `suspect` means that a process had too few cycles, and yields to the verdict
/// `retained` of a process with more cycles.
///
/// - Parameters:
///   - processRuns: the reports of each process, in order of generation.
///   - warmup: the number of warm-up reports at the start of each process.
/// - Returns: the findings in the order of a report, each key once.
/// - Complexity: O(reports × keys).
package func findings(inEach processRuns: [[GenerationReport]], warmup: Int) -> [Finding] {
    let judged = processRuns.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        .map { findings(in: $0.element, warmup: warmup) }
    var worst: [ComponentKey: Finding] = [:]
    // The process with the most cycles comes first and decides, unless another has a worse verdict.
    for finding in judged.joined() {
        guard let known = worst[finding.key] else {
            worst[finding.key] = finding
            continue
        }
        let resolved = finding.verdict == .suspect && known.verdict == .retained
        if !resolved && finding.verdict.rank < known.verdict.rank { worst[finding.key] = finding }
    }
    return worst.values.sorted { $0.precedes($1) }
}
