internal import OutliveSupport

/// A fixed-size table for algorithms that read it in random order.
///
/// Address translation dominates the cost of such reads, so the memory is backed by huge pages where available. Indices
/// are checked in debug builds only: they come from a snapshot that was validated when it was read.
struct LargeTable<Element: BitwiseCopyable>: ~Copyable {
    private let elements: UnsafeMutableBufferPointer<Element>

    init(repeating value: Element, count: Int) {
        elements = .allocate(capacity: count)
        elements.preferLargePages()
        elements.initialize(repeating: value)
    }

    deinit { elements.deallocate() }

    var count: Int { elements.count }

    subscript(index: Int) -> Element {
        get { elements[index] }
        nonmutating set { elements[index] = newValue }
    }

    subscript(index: UInt32) -> Element {
        get { elements[Int(index)] }
        nonmutating set { elements[Int(index)] = newValue }
    }

    func array(_ indices: Range<Int>) -> [Element] { Array(elements[indices]) }
}

extension Array where Element: BitwiseCopyable {
    /// Creates an array of one value, backed by huge pages where available.
    init(large count: Int, repeating value: Element) {
        self.init(unsafeUninitializedCapacity: count) { buffer, filled in
            buffer.preferLargePages()
            buffer.initialize(repeating: value)
            filled = count
        }
    }
}

extension UnsafeMutableBufferPointer {
    /// Advises the kernel to back untouched memory with huge pages.
    func preferLargePages() {
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
