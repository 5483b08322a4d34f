/// Judges an instance that was several processes, one after the other: every key that outlived a reset in any.
///
/// Growth can be told within one process only, so each is judged by itself, and each key keeps its worst verdict.
/// With one exception: `suspect` says that its process saw too few cycles to tell, and so gives way to what the
/// process with the most cycles could tell of the key.
///
/// - Parameters:
///   - incarnations: the reports of each process, in order of generation.
///   - warmup: how many of the first reports of each process are warm-up.
/// - Returns: the findings in the order of a report, each key once.
/// - Complexity: O(reports × keys).
public func findings(inEach incarnations: [[GenerationReport]], warmup: Int) -> [Finding] {
    let judged = incarnations.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        .map { findings(in: $0.element, warmup: warmup) }
    var worst: [ComponentKey: Finding] = [:]
    // The one with the most cycles comes first; it decides, unless another saw worse.
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
