internal import OutliveModel
internal import OutliveSupport

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
    let limit: Int
    private let lineLimit: Int
    /// The lines, sent as they end.
    ///
    /// A line is cut at `lineLimit`, because a regular expression may take time quadratic in the length.
    let lines = Broadcast<(text: String, instant: SuspendingClock.Instant)>()
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = limit
        lineLimit = min(limit, 4096)
    }

    var tail: [UInt8] { state.withLock { $0.bytes.suffix(limit) } }
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
    var crashExcerpt: String? { state.withLock { $0.trap?.text } ?? excerpt }

    /// Returns the last lines as text.
    ///
    /// A line that has lost its beginning is omitted unless it is the only one, because a partial secret would not be
    /// recognised.
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
            func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }
            var start = 0
            while let newline = bytes.firstOffset(of: UInt8(ascii: "\n"), from: start) {
                let end = part(start..<min(newline, start + lineLimit - state.line.count))
                state.trap?.append(part(start..<(newline + 1)))
                if isObserved || !state.line.isEmpty || TrapRecord.mayBegin(in: end) {
                    let line = state.line.isEmpty ? Array(end) : state.line + end
                    if isObserved { ended.append(line) }
                    state.trap.note(line)
                }
                state.line.removeAll(keepingCapacity: true)
                start = newline + 1
            }
            state.trap?.append(part(start..<bytes.count))
            state.line += part(start..<min(bytes.count, start + lineLimit - state.line.count))
        }
        return ended
    }

    private func send(_ ended: [[UInt8]], _ instant: SuspendingClock.Instant) {
        for line in ended {
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
            lines.send((String(decoding: text, as: UTF8.self), instant))
        }
    }
}

/// The reason of a trap and the output after it.
struct TrapRecord: Sendable {
    static let limit = 4096
    let reason: TrapReason
    let line: String
    private var bytes: [UInt8]

    /// Parses a line without its end; `nil` if it states no reason.
    init?(_ line: [UInt8]) {
        guard line.withUnsafeBytes(Self.mayBegin) else { return nil }
        let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
        guard let reason = TrapReason(line: text) else { return nil }
        self.reason = reason
        self.line = text
        bytes = line + [UInt8(ascii: "\n")]
    }

    mutating func append(_ part: UnsafeRawBufferPointer) { bytes += part.prefix(max(Self.limit - bytes.count, 0)) }

    /// The line and the output after it, without a truncated last line, because a partial secret would not be
    /// recognised.
    var text: String {
        let end = bytes.count < Self.limit ? nil : bytes.lastIndex(of: UInt8(ascii: "\n"))
        return String(decoding: bytes[..<(end.map { $0 + 1 } ?? bytes.endIndex)], as: UTF8.self)
    }

    /// Returns `true` if a line may state the reason of a trap; cheap, because every line of output is checked.
    static func mayBegin(in line: UnsafeRawBufferPointer) -> Bool { marks.contains { line.contains($0) } }

    private static let marks = TrapReason.marks.map { Array($0.text.utf8) }
}

extension TrapRecord? {
    /// Replaces the record if a line states the reason of a trap, unless it only repeats the signal of the recorded
    /// one.
    mutating func note(_ line: [UInt8]) {
        guard let next = TrapRecord(line), next.reason >= self?.reason ?? .signal else { return }
        self = next
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the offset of the first occurrence of a byte from `start`; uses `memchr`, because output may have
    /// megabytes.
    func firstOffset(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count, let found = memchr(base + start, Int32(byte), count - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }

    /// Returns `true` if the bytes of a non-empty text occur.
    fileprivate func contains(_ text: [UInt8]) -> Bool {
        var start = 0
        while let offset = firstOffset(of: text[0], from: start) {
            if self[offset...].starts(with: text) { return true }
            start = offset + 1
        }
        return false
    }
}
