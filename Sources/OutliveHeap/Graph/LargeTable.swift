#if canImport(Glibc)
internal import Glibc
#endif

/// Values by node, edge or number, for algorithms that read them in no order.
///
/// Finding the page of an address is most of what such a read costs, so the memory is in large pages where the kernel has
/// some. Indices are checked in debug builds only: they come from a snapshot that was checked when it was read.
struct LargeTable<Element: BitwiseCopyable>: ~Copyable {
    private let elements: UnsafeMutableBufferPointer<Element>

    /// Makes a table of one value.
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

    /// Some of the values as an array.
    func array(_ indices: Range<Int>) -> [Element] { Array(elements[indices]) }
}

extension Array where Element: BitwiseCopyable {
    /// Makes an array of one value in large pages, where the kernel has some.
    init(large count: Int, repeating value: Element) {
        self.init(unsafeUninitializedCapacity: count) { buffer, filled in
            buffer.preferLargePages()
            buffer.initialize(repeating: value)
            filled = count
        }
    }
}

extension UnsafeMutableBufferPointer {
    /// Asks the kernel to back memory that was not written to yet with large pages.
    func preferLargePages() {
        #if canImport(Glibc)
        let page = 2 << 20
        guard count * MemoryLayout<Element>.stride >= 2 * page, let baseAddress else { return }
        let start = UInt(bitPattern: baseAddress)
        let first = (start + UInt(page) - 1) / UInt(page) * UInt(page)
        let end = (start + UInt(count * MemoryLayout<Element>.stride)) / UInt(page) * UInt(page)
        guard first < end else { return }
        // Advice: where there are none, or the kernel does not want to, all is as it was.
        _ = madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_HUGEPAGE)
        #endif
    }
}
