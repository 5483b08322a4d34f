internal import OutliveSupport

/// A line that a process printed.
struct OutputLine: Sendable {
    var text: String
    /// The moment at which the line was read.
    var instant: SuspendingClock.Instant
}

/// The last output of a process, and a broadcast of its lines.
///
/// Output is accepted without delay, so the process never blocks on a full pipe, and only a bounded part is kept.
final class OutputBuffer: Sendable {
    private struct State: Sendable {
        /// Up to twice the limit, so that bytes are rarely moved.
        var bytes: [UInt8] = []
        var received = 0
        var line: [UInt8] = []
        var trap: TrapRecord?
    }

    /// The number of bytes of an excerpt in a message.
    private static let excerptLimit = 4096

    /// The number of bytes that are kept.
    let limit: Int
    /// The number of bytes of a line that are kept.
    private let lineLimit: Int
    /// The lines, sent as they end.
    ///
    /// A line is cut at `lineLimit`, because a regular expression may take time quadratic in the length.
    let lines = Broadcast<OutputLine>()
    private let state = Lock(State())

    /// Creates an empty buffer that keeps the last `limit` bytes.
    init(limit: Int) {
        self.limit = limit
        lineLimit = min(limit, 4096)
    }

    /// The last bytes printed, at most `limit`.
    var tail: [UInt8] { state.withLock { $0.bytes.suffix(limit) } }

    /// The total number of bytes printed.
    var received: Int { state.withLock { $0.received } }

    /// The last 4 KiB, or `nil` if nothing was printed.
    var excerpt: String? {
        let text = lines(inLast: Self.excerptLimit)
        return text.isEmpty ? nil : text
    }

    /// The line with the reason of the last trap, or `nil` if no trap was printed.
    var trapReason: String? { state.withLock { $0.trap?.line } }

    /// The reason of the last trap and the output after it, or else `excerpt`.
    ///
    /// The backtrace, registers and images printed after the reason may exceed `limit`, so the end alone may lack it.
    var crashExcerpt: String? {
        state.withLock { $0.trap?.text } ?? excerpt
    }

    /// Returns the last lines as text.
    ///
    /// A line that has lost its beginning is omitted unless it is the only one, because a partial secret would not be
    /// recognised.
    ///
    /// - Parameter count: the maximum number of bytes.
    func lines(inLast count: Int) -> String {
        let (bytes, received) = state.withLock { ($0.bytes.suffix(min(limit, count)), $0.received) }
        let whole = bytes.firstIndex(of: UInt8(ascii: "\n")).map { bytes[($0 + 1)...] } ?? []
        let isCut = bytes.count < received
        return String(decoding: isCut && !whole.isEmpty ? whole : bytes, as: UTF8.self)
    }

    /// Appends bytes that were read at `instant`; must be called from one task at a time.
    func append(_ bytes: [UInt8], at instant: SuspendingClock.Instant) {
        let ended = state.withLock { state in
            state.received += bytes.count
            state.bytes += bytes.suffix(2 * limit + 1)
            if state.bytes.count > 2 * limit { state.bytes.removeFirst(state.bytes.count - limit) }
            return splitLines(bytes, &state)
        }
        send(ended, instant)
    }

    /// Ends the last line; no more bytes follow.
    func finish() {
        let line = state.withLock { state in
            defer { state.line = [] }
            state.trap.note(state.line)
            return state.line
        }
        if !line.isEmpty { send([line], .now) }
    }

    private func splitLines(_ bytes: [UInt8], _ state: inout State) -> [[UInt8]] {
        let isObserved = lines.isObserved
        var ended: [[UInt8]] = []
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            // `memchr`, because the output may have megabytes.
            while let newline = rest.firstNewline {
                let end = UnsafeRawBufferPointer(rebasing: rest[..<newline].prefix(lineLimit - state.line.count))
                state.trap?.append(UnsafeRawBufferPointer(rebasing: rest[...newline]))
                if isObserved || !state.line.isEmpty || TrapRecord.mayBegin(in: end) {
                    let line = state.line.isEmpty ? Array(end) : state.line + end
                    if isObserved { ended.append(line) }
                    state.trap.note(line)
                }
                state.line.removeAll(keepingCapacity: true)
                rest = rest[(newline + 1)...]
            }
            state.trap?.append(UnsafeRawBufferPointer(rebasing: rest))
            state.line += UnsafeRawBufferPointer(rebasing: rest.prefix(lineLimit - state.line.count))
        }
        return ended
    }

    private func send(_ ended: [[UInt8]], _ instant: SuspendingClock.Instant) {
        for line in ended {
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
            lines.send(OutputLine(text: String(decoding: text, as: UTF8.self), instant: instant))
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var firstNewline: Int? {
        let here = UnsafeRawBufferPointer(rebasing: self)
        guard let start = here.baseAddress, let found = memchr(start, Int32(UInt8(ascii: "\n")), here.count) else {
            return nil
        }
        return startIndex + (UnsafeRawPointer(found) - start)
    }
}
