extension UnsafeMutableBufferPointer {
    /// Advises the kernel to back untouched memory with huge pages.
    package func preferLargePages() {
        #if canImport(Glibc)
        let page = 2 << 20
        guard count * MemoryLayout<Element>.stride >= 2 * page, let baseAddress else { return }
        let start = UInt(bitPattern: baseAddress)
        let first = (start + UInt(page) - 1) / UInt(page) * UInt(page)
        let end = (start + UInt(count * MemoryLayout<Element>.stride)) / UInt(page) * UInt(page)
        guard first < end else { return }
        // The advice is optional: a refusal changes nothing.
        _ = madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_HUGEPAGE)
        #endif
    }
}
