import OutliveModel

@testable import OutliveReport

extension AllocationProfile {
    private static let initialise = "App.Session.init(id: Swift.Int) -> App.Session"
    private static let main = Frame.named(0x1600, "App.main() -> ()", line: 3)
    private static let malloc = Frame(
        module: "/lib/libc.so.6", buildID: "0f0f", offset: 0x99, symbols: [Symbol(function: "malloc")])

    /// Three stacks of one program, two of which differ in the line of one call, and blocks without a stack.
    static let small = AllocationProfile(
        [
            LiveStack(Backtrace(frames: [malloc, .named(0x1500, initialise, line: 1), main]), objects: 2, bytes: 100),
            LiveStack(Backtrace(frames: [.named(0x1501, initialise, line: 2), main]), objects: 1, bytes: 20),
            LiveStack(
                Backtrace(frames: [Frame(module: "/opt/app/bin/app", buildID: "abc123", offset: 0x1700), main]),
                objects: 1, bytes: 3),
            LiveStack(Backtrace(), objects: 4, bytes: 7),
            LiveStack(Backtrace(frames: [main]), objects: 0, bytes: 0),
        ], title: "app (process 7) <&\u{1B}>", program: "/opt/app/bin/app", nanoseconds: 1_700_000_000_000_000_000)
}
