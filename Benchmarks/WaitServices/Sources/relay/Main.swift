import AsyncAlgorithms

#if canImport(Glibc)
import Glibc
#endif

/// A program that passes readings through buffers and channels of AsyncAlgorithms.
///
///     relay         starts 2 buffered pipelines that wait for themselves, 3 senders without a receiver, and 5 of each
///                   that work; prints `ready PID`
///     relay grow    adds a pipeline and a sender that wait for themselves every 50 ms
@main enum Relay {
    static func main() async throws {
        let live = Live()
        live.start(5)
        let adds = CommandLine.arguments.contains("grow")
        var number = 0
        while adds || number < 2 {
            start()
            number += 1
            if adds {
                if number == 1 { ready() }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        send(3)
        try await Task.sleep(for: .seconds(1))
        ready()
        try await Task.sleep(for: .seconds(100_000))
        live.finish()
    }

    // Not inlined: the frame of `main` lives on, with words that lead to the last pipeline.
    @inline(never)
    private static func start() { Pipeline().run() }

    @inline(never)
    private static func send(_ count: Int) { for number in 0..<count { Sender().send(number) } }

    private static func ready() {
        print("ready \(getpid())")
        fflush(nil)
    }
}
