#if LiveReset
internal import Foundation
internal import OutliveSupport

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The assignment of stubs to classes of `URLProtocol`.
///
/// A session instantiates the protocol classes of its configuration, so only the class connects it to its stubs. Each
/// installation therefore has its own class, a specialisation of a generic one. `StubProtocol<Digit1<Digit0<...>>>`
/// encodes the slot number in binary. The runtime never releases such a class, so slots are reused, but not soon. A
/// session that was not invalidated should fail instead of receiving responses from later stubs.
final class StubSlots: Sendable {
    static let shared = StubSlots()

    /// The number of free slots that are kept before one is reused.
    static let reserve = 64

    /// The stubs by class, the free slots in the order in which they were released, and the next new slot.
    private let table = Lock((stubs: [ObjectIdentifier: Weak](), free: [Int](), next: 0))

    private struct Weak {
        weak var stubs: InstalledStubs?
    }

    /// Assigns a slot to stubs.
    func take(for stubs: InstalledStubs) -> Int {
        table.withLock { table in
            let slot = table.free.count > Self.reserve ? table.free.removeFirst() : table.next
            table.next = max(table.next, slot + 1)
            table.stubs[ObjectIdentifier(Self.protocolClass(of: slot))] = Weak(stubs: stubs)
            return slot
        }
    }

    func release(_ slot: Int) {
        table.withLock { table in
            table.stubs[ObjectIdentifier(Self.protocolClass(of: slot))] = nil
            table.free.append(slot)
        }
    }

    /// Returns the stubs of a class, or `nil` if they were removed.
    func stubs(of type: StubbingProtocol.Type) -> InstalledStubs? {
        table.withLock { $0.stubs[ObjectIdentifier(type)]?.stubs }
    }

    /// Returns the class of a slot.
    static func protocolClass(of slot: Int) -> StubbingProtocol.Type {
        func digits<Higher>(_ rest: Int, _ higher: Higher.Type) -> StubbingProtocol.Type {
            if rest == 0 { return StubProtocol<Higher>.self }
            return rest.isMultiple(of: 2)
                ? digits(rest / 2, Digit0<Higher>.self) : digits(rest / 2, Digit1<Higher>.self)
        }
        return digits(slot, Never.self)
    }
}

private enum Digit0<Higher> {}
private enum Digit1<Higher> {}
#endif
