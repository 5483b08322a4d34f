/// A buffered text output that passes pieces to a sink, so that the whole text is never in memory.
struct ByteStream<Failure: Error> {
    private static var pieceBytes: Int { 1 << 16 }

    private var piece: [UInt8] = []
    private let sink: ([UInt8]) throws(Failure) -> Void

    /// Creates a stream.
    init(to sink: @escaping ([UInt8]) throws(Failure) -> Void) {
        self.sink = sink
        piece.reserveCapacity(Self.pieceBytes + 64)
    }

    /// Appends text unchanged.
    mutating func write(_ text: StaticString) throws(Failure) {
        text.withUTF8Buffer { piece.append(contentsOf: $0) }
        if piece.count >= Self.pieceBytes { try end() }
    }

    /// Appends numbers in decimal, separated by commas.
    mutating func write(_ numbers: Int...) throws(Failure) {
        for (index, number) in numbers.enumerated() {
            if index > 0 { piece.append(UInt8(ascii: ",")) }
            // Creating a string for each of millions of numbers would take most of the time.
            var rest = number.magnitude
            let start = piece.count
            repeat {
                piece.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            } while rest > 0
            if number < 0 { piece.append(UInt8(ascii: "-")) }
            piece[start...].reverse()
        }
        if piece.count >= Self.pieceBytes { try end() }
    }

    /// Appends a JSON string.
    mutating func writeQuoted(_ text: String) throws(Failure) {
        piece.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): piece += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F:
                let digits = Array("0123456789abcdef".utf8)
                piece += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: piece.append(byte)
            }
        }
        piece.append(UInt8(ascii: "\""))
        if piece.count >= Self.pieceBytes { try end() }
    }

    /// Passes the remaining bytes to the sink.
    mutating func end() throws(Failure) {
        guard !piece.isEmpty else { return }
        try sink(piece)
        piece.removeAll(keepingCapacity: true)
    }
}
