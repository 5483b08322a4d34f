import Dispatch
import Foundation

/// The signals by which an operator ends the program: SIGTERM and SIGINT (Ctrl-C).
enum StopSignal {
    /// Waits for a stop signal. From this call on, these signals no longer end the process themselves.
    static func wait() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.activate()
            return source
        }
        for await _ in signals { break }
        for source in sources { source.cancel() }
    }
}
