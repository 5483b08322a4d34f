internal import OutliveSupport

/// The memory of another process, read while it runs.
struct ProcessMemory: ~Copyable {
    private let descriptor: Int32

    /// Opens the memory; `nil` if that is not permitted or the process is gone.
    init?(of files: ProcessFiles) {
        descriptor = open(files.path("mem"), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the bytes at an address: fewer than `count` if the mapping ends before, none if there is none.
    func bytes(at address: UInt64, count: Int) -> [UInt8] {
        guard let place = off_t(exactly: address) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, pread(descriptor, buffer.baseAddress!, count, place))
        }
    }

    /// Returns 64-bit numbers up to a terminating 0.
    ///
    /// - Parameter limit: the maximum number of elements.
    /// - Returns: the numbers, or `nil` if the mapping or the limit ends before a 0.
    func numbers(at address: UInt64, limit: Int) -> [UInt64]? {
        elements(at: address, limit: limit, batch: 64)
    }

    /// Returns bytes up to a terminating 0.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Returns: the bytes, or `nil` if the mapping or the limit ends before a 0.
    func text(at address: UInt64, limit: Int) -> [UInt8]? {
        elements(at: address, limit: limit, batch: 256)
    }

    /// Returns the 64-bit number at an address.
    func number(at address: UInt64) -> UInt64? {
        let bytes = bytes(at: address, count: 8)
        return bytes.count == 8 ? bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) } : nil
    }

    private func elements<Element: FixedWidthInteger & BitwiseCopyable>(
        at address: UInt64, limit: Int, batch: Int
    ) -> [Element]? {
        let size = MemoryLayout<Element>.size
        var elements: [Element] = []
        while elements.count <= limit {
            let bytes = bytes(at: address &+ UInt64(elements.count * size), count: batch * size)
            guard bytes.count >= size else { return nil }
            for offset in stride(from: 0, through: bytes.count - size, by: size) {
                let element = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Element.self) }
                if element == 0 { return elements.count <= limit ? elements : nil }
                elements.append(element)
            }
        }
        return nil
    }
}
