/// A writer of one message in the wire format of Protocol Buffers.
///
/// Fields with the default value, zero or an empty text, are omitted as the format demands. Source: the specification
/// "Encoding" of protobuf.dev.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    /// Appends a whole number; a negative one takes ten bytes.
    mutating func write(_ number: Int, field: Int) {
        guard number != 0 else { return }
        writeKey(field, wireType: 0)
        writeVarint(UInt64(bitPattern: Int64(number)))
    }

    mutating func write(_ number: UInt64, field: Int) {
        guard number != 0 else { return }
        writeKey(field, wireType: 0)
        writeVarint(number)
    }

    mutating func write(_ value: Bool, field: Int) { write(value ? 1 : 0, field: field) }

    /// Appends an item of a repeated field of whole numbers, zeros included.
    mutating func write(packed numbers: [Int], field: Int) {
        guard !numbers.isEmpty else { return }
        var items = ProtobufWriter()
        for number in numbers { items.writeVarint(UInt64(bitPattern: Int64(number))) }
        write(item: items.bytes, field: field)
    }

    /// Appends an item of a repeated field of texts or messages, empty ones included.
    mutating func write(item: some Collection<UInt8>, field: Int) {
        writeKey(field, wireType: 2)
        writeVarint(UInt64(item.count))
        bytes.append(contentsOf: item)
    }

    /// Appends a message.
    mutating func write(field: Int, _ fill: (inout ProtobufWriter) -> Void) {
        var message = ProtobufWriter()
        fill(&message)
        write(item: message.bytes, field: field)
    }

    private mutating func writeKey(_ field: Int, wireType: Int) { writeVarint(UInt64(field << 3 | wireType)) }

    private mutating func writeVarint(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
