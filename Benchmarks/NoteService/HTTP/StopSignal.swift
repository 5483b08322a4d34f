import Dispatch
import Foundation

/// The operator's wish that the program ends: SIGTERM, or Ctrl-C.
enum StopSignal {
    /// Waits for the wish; from the call on, the signals no longer end the process themselves.
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
