#if LiveReset
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Which stubs a class of `URLProtocol` stands for.
///
/// A session makes its protocols itself, from the classes in its configuration: a class is all that ties one to the
/// other. So every installation has a class of its own, an instance of a generic one:
/// `StubProtocol<Digit1<Digit0<...>>>`, the number of its slot in binary. The runtime keeps such a class for ever,
/// hence slots are used again, but not soon: a session that somebody forgot to invalidate is to fail, and not to be
/// answered by the next stubs.
final class StubSlots: Sendable {
    static let shared = StubSlots()

    /// How many slots rest before the first of them is used again.
    static let reserve = 64

    private let table = Locked(Table())

    private struct Table {
        var stubs: [ObjectIdentifier: Weak] = [:]
        /// In the order in which they became free.
        var free: [Int] = []
        var next = 0
    }

    private struct Weak {
        weak var stubs: InstalledStubs?
    }

    /// Gives stubs a slot.
    func take(for stubs: InstalledStubs) -> Int {
        table.withLock { table in
            let slot = table.free.count > Self.reserve ? table.free.removeFirst() : table.next
            table.next = max(table.next, slot + 1)
            table.stubs[ObjectIdentifier(Self.protocolClass(of: slot))] = Weak(stubs: stubs)
            return slot
        }
    }

    /// Frees a slot.
    func release(_ slot: Int) {
        table.withLock { table in
            table.stubs[ObjectIdentifier(Self.protocolClass(of: slot))] = nil
            table.free.append(slot)
        }
    }

    /// The stubs that a class stands for; nil when they have been removed.
    func stubs(of type: StubbingProtocol.Type) -> InstalledStubs? {
        table.withLock { $0.stubs[ObjectIdentifier(type)]?.stubs }
    }

    /// The class of a slot.
    static func protocolClass(of slot: Int) -> StubbingProtocol.Type {
        func digits<Higher>(_ rest: Int, _ higher: Higher.Type) -> StubbingProtocol.Type {
            if rest == 0 { return StubProtocol<Higher>.self }
            return rest.isMultiple(of: 2)
                ? digits(rest / 2, Digit0<Higher>.self) : digits(rest / 2, Digit1<Higher>.self)
        }
        return digits(slot, NoDigits.self)
    }
}

private enum NoDigits {}
private enum Digit0<Higher> {}
private enum Digit1<Higher> {}
#endif
