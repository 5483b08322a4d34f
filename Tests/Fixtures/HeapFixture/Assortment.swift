import Foundation

/// Makes objects of ten types on four threads, about 4 MB of each, frees every second one, and ends with the others.
///
/// At a rate of 1 kB the standard error of a type's bytes is about 2 %.
enum Assortment {
    private static let threads = 4
    private static let bytes = 8_000_000 / threads

    static func run() {
        let done = DispatchGroup()
        for thread in 0..<threads {
            done.enter()
            Thread.detachNewThread {
                fill(thread)
                done.leave()
            }
        }
        done.wait()
        // Globals are not released.
        exit(0)
    }

    /// The objects of each thread.
    nonisolated(unsafe) private static let kept = UnsafeMutablePointer<[[AnyObject]]>.allocate(capacity: threads)

    private static func fill(_ thread: Int) {
        (kept + thread).initialize(to: [
            sized(Int8(1)), sized(1), sized(SIMD2<Double>()), sized(SIMD4<Double>()), sized(SIMD8<Double>()),
            sized(SIMD16<Double>()), sized(SIMD32<Double>()), sized(SIMD64<Double>()),
            arrays(of: Int16(1), count: 2500), arrays(of: 1.0, count: 25_000),
        ])
    }

    private static func sized<Value>(_ value: Value) -> [AnyObject] {
        some(of: MemoryLayout<Value>.size + 16) { Sized(value) }
    }

    private static func arrays<Element>(of element: Element, count: Int) -> [AnyObject] {
        some(of: MemoryLayout<Element>.stride * count) { Sized([Element](repeating: element, count: count)) }
    }

    private static func some(of size: Int, _ make: () -> AnyObject) -> [AnyObject] {
        var objects: [AnyObject] = []
        objects.reserveCapacity(bytes / size / 2 + 1)
        for number in 0..<bytes / size {
            let object = make()
            if number.isMultiple(of: 2) { objects.append(object) }
        }
        return objects
    }
}

private final class Sized<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
}
