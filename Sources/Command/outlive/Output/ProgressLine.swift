internal import Foundation
internal import OutliveBenchmark
internal import OutliveModel
internal import OutliveReport

/// What a terminal shows while a run is under way, and is removed before anything else is printed.
protocol RunDisplay: Sendable {
    /// Removes it, now and for good; from any thread, any number of times.
    func clear()
}

/// A line on the terminal with the progress of a run, omitted if standard error is not interactive.
struct ProgressLine: RunDisplay {
    private let interactive = errorIsInteractive
    private let start = SuspendingClock.now

    func show(_ progress: Benchmark.Progress) {
        show(progress.arm.rawValue, done: progress.done, of: progress.total, secondsLeft: progress.secondsLeft)
    }

    /// Shows the number of completed cycles of a watch, and the remaining time by the mean of those before.
    ///
    /// - Parameter total: The planned number, or `nil` for no limit.
    func show(cycles: Int, of total: Int?) {
        let spent = start.duration(to: .now) / .seconds(1)
        let left = total.flatMap { cycles > 0 ? spent / Double(cycles) * Double(max($0 - cycles, 0)) : nil }
        show(total ?? cycles == 1 ? "cycle" : "cycles", done: cycles, of: total, secondsLeft: left)
    }

    /// Shows a step of several.
    ///
    /// - Parameter done: The number of steps before it.
    func show(step: String, done: Int, of total: Int) {
        show("\(step), step", done: done + 1, of: total, secondsLeft: nil)
    }

    func clear() { if interactive { write("") } }

    private func show(_ label: String, done: Int, of total: Int?, secondsLeft: Double?) {
        guard interactive else { return }
        let style = TextStyle(of: STDERR_FILENO)
        write(
            progressLine(
                label, done: done, of: total, secondsLeft: secondsLeft,
                width: terminalColumns(of: STDERR_FILENO) ?? style.width, unicode: style.unicode))
    }

    private func write(_ text: String) {
        // The sequence returns to the first column and erases the line.
        writeToStandardError("\r\u{1B}[K\(text)")
    }
}
