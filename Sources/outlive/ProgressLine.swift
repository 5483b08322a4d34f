internal import OutliveBenchmark
internal import OutliveModel

/// One line on the terminal that tells how far a run has come; silent where nobody looks.
struct ProgressLine {
    private let interactive = Terminal.errorIsInteractive

    /// Shows where the run is.
    func show(_ progress: Benchmark.Progress) {
        guard interactive else { return }
        let left = progress.secondsLeft
        let time = left < 90 ? "\(Int(left.rounded(.up))) s" : "\(Int((left / 60).rounded(.up))) min"
        write("\(progress.arm.rawValue)  \(progress.done) of \(progress.total), about \(time) left")
    }

    /// Takes the line away.
    func clear() {
        guard interactive else { return }
        write("")
    }

    private func write(_ text: String) {
        // Back to the first column, and what was there is erased.
        writeToStandardError("\r\u{1B}[K\(text)")
    }
}
