/// Returns bytes in the format of gzip (RFC 1952), compressed.
func gzipFile(compressing bytes: [UInt8]) -> [UInt8] {
    // The method is deflate; there is no time and no name, and the system is unknown.
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    file += deflated(bytes)
    append(crc32(bytes), to: &file)
    append(UInt32(truncatingIfNeeded: bytes.count), to: &file)
    return file
}

private func append(_ number: some FixedWidthInteger, to file: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
}

/// Returns the checksum of ISO 3309 and RFC 1952.
func crc32(_ bytes: [UInt8]) -> UInt32 {
    let table = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 0xFF)] }
}
