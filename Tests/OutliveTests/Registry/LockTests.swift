import Dispatch
import OutliveSupport
import Testing

@testable import Outlive

@Suite("Lock")
struct LockTests {
    private struct Failure: Error {}

    @Test func `One thread at a time uses the value`() {
        let lock = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<10_000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 40_000)
    }

    @Test func `An error leaves the lock free`() {
        let lock = Lock(0)
        #expect(throws: Failure.self) {
            try lock.withLock { (_: inout Int) throws(Failure) in throw Failure() }
        }
        #expect(lock.withLock { $0 } == 0)
    }
}
