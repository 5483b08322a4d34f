internal import OutliveBenchmark
internal import OutliveModel

/// A line on the terminal with the progress of a run, omitted if standard error is not interactive.
struct ProgressLine {
    private let interactive = Terminal.errorIsInteractive

    func show(_ progress: Benchmark.Progress) {
        guard interactive else { return }
        let left = progress.secondsLeft
        let time = left < 90 ? "\(Int(left.rounded(.up))) s" : "\(Int((left / 60).rounded(.up))) min"
        write("\(progress.arm.rawValue)  \(progress.done) of \(progress.total), about \(time) left")
    }

    func clear() {
        guard interactive else { return }
        write("")
    }

    private func write(_ text: String) {
        // The sequence returns to the first column and erases the line.
        writeToStandardError("\r\u{1B}[K\(text)")
    }
}
