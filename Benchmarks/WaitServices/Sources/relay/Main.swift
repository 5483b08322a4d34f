import AsyncAlgorithms

#if canImport(Glibc)
import Glibc
#endif

/// A program that passes readings through buffers and channels of AsyncAlgorithms.
///
///     relay         starts 2 buffered pipelines that wait for themselves, 2 previews that leave a buffer behind,
///                   3 senders without a receiver, and 5 pipelines and senders that something ends; prints `ready PID`
///     relay grow    adds a pipeline that waits for itself every 50 ms
@main enum Relay {
    static func main() async throws {
        let (live, preview) = (Live(), Preview())
        live.start(5)
        for _ in 0..<2 { preview.show() }
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
        preview.finish()
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
