import Foundation

/// A thread with a run loop, for timers.
final class RunLoopThread: @unchecked Sendable {
    private let ready = DispatchSemaphore(value: 0)
    private var loop: RunLoop!

    init() {
        let thread = Thread { [unowned self] in
            loop = RunLoop.current
            // Without a timer the loop would end at once.
            loop.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
            ready.signal()
            while true { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
        }
        thread.start()
        ready.wait()
    }

    func add(_ timer: Timer) { loop.add(timer, forMode: .default) }
}

final class Loan: @unchecked Sendable {
    let title: String
    private var reminders = 0
    private var timer: Timer?
    init(title: String) { self.title = title }

    func begin(on clock: RunLoopThread, weakly: Bool) {
        let timer: Timer
        if weakly {
            // An invalidated timer of swift-corelibs-foundation still retains its closure.
            timer = Timer(timeInterval: 3600, repeats: true) { [weak self] _ in self?.remind() }
        } else {
            timer = Timer(timeInterval: 3600, repeats: true) { _ in
                self.remind()  // TRUE CULPRIT of --leak timer: never invalidated
            }
        }
        clock.add(timer)
        self.timer = timer
    }

    func end() {
        timer?.invalidate()
        timer = nil
    }

    private func remind() { reminders += 1 }
}

struct LoanDesk: Sendable {
    let clock: RunLoopThread
    let stopsReminders: Bool

    func lend(_ title: String) -> String {
        let loan = Loan(title: title)
        loan.begin(on: clock, weakly: stopsReminders)
        if stopsReminders { loan.end() }
        return "returned \(title)"
    }
}
