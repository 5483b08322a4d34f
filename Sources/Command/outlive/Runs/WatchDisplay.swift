internal import Foundation
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

/// The whole screen of a terminal while a process is watched, on a thread of its own.
final class WatchDisplay: RunDisplay {
    private enum Phase {
        case waiting, shown, over
    }

    private struct State {
        var phase = Phase.waiting
        var screen: WatchScreen
        /// The terminal, while it is shown. Used with the lock held, except to wait for events.
        var terminal: TerminalScreen?
        var wake: (@Sendable () -> Void)?
    }

    private let state: Lock<State>

    init(of process: AttachedProcess, every interval: Duration) {
        let screen = WatchScreen(of: process.executable, everySeconds: interval / .seconds(1))
        state = Lock(State(screen: screen))
    }

    /// Takes the terminal, unless it was cleared before.
    func begin() {
        let thread = Thread { [self] in run() }
        thread.name = "outlive.display"
        thread.start()
    }

    /// Shows the figures of a look.
    func show(_ look: WatchLook) {
        let wake = state.withLock { state in
            state.screen.show(look)
            return state.wake
        }
        wake?()
    }

    func clear() {
        let wake = state.withLock { state in
            state.terminal?.leave()
            (state.terminal, state.phase) = (nil, .over)
            return state.wake
        }
        wake?()
    }

    /// Draws and reads keys, until the display is cleared or the user ends the watch.
    private func run() {
        // Interrupts from outside are for the watch, which then clears the display.
        let terminal = state.withLock { state -> TerminalScreen? in
            guard state.phase == .waiting else { return nil }
            let terminal = TerminalScreen(signals: [SIGWINCH])
            (state.phase, state.terminal, state.wake) = (.shown, terminal, terminal.wake)
            return terminal
        }
        guard let terminal else { return }
        let symbolicator = Symbolicator()
        while draw(on: terminal) {
            switch terminal.next() {
            case .ended: return clear()
            case .resized, .woken: continue
            case .keys(let keys):
                for key in keys { press(key, on: terminal, symbolicator) }
            }
        }
    }

    /// Returns `false` once the display is over.
    private func draw(on terminal: TerminalScreen) -> Bool {
        state.withLock { state in
            guard state.phase == .shown else { return false }
            terminal.show(state.screen.screen(rows: terminal.rows, style: terminal.style))
            return true
        }
    }

    private func press(_ key: KeyPress, on terminal: TerminalScreen, _ symbolicator: Symbolicator) {
        let request = state.withLock { $0.phase == .shown ? $0.screen.press(key, rows: terminal.rows) : .nothing }
        switch request {
        case .nothing: break
        case .suspend: state.withLock { $0.terminal?.suspend() }
        case .leave:
            clear()
            // As an interrupt of the terminal, which ends the watch with its report.
            kill(getpid(), SIGINT)
        case .nameFunctions(let stack):
            _ = draw(on: terminal)
            guard let named = symbolicator.symbolicate([stack]).backtraces.first else { return }
            state.withLock { $0.screen.name(named) }
        }
    }
}
