#if LiveReset
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Which stubs a class of `URLProtocol` stands for.
///
/// A session makes its protocols itself, from the classes in its configuration: a class is all that ties one to the
/// other. So every installation has a class of its own, an instance of a generic one: `StubProtocol<Digit1<Digit0<...>>>`,
/// the number of its slot in binary. The runtime keeps such a class for ever, hence slots are used again, but not soon: a
/// session that somebody forgot to invalidate is to fail, and not to be answered by the next stubs.
final class StubSlots: @unchecked Sendable {
    static let shared = StubSlots()

    private let lock = NSLock()
    private var stubs: [ObjectIdentifier: Weak] = [:]
    /// In the order in which they became free.
    private var free: [Int] = []
    private var next = 0
    /// How many slots rest before the first of them is used again.
    static let reserve = 64

    private struct Weak {
        weak var stubs: InstalledStubs?
    }

    /// Gives stubs a slot.
    func take(for stubs: InstalledStubs) -> Int {
        lock.withLock {
            let slot = free.count > Self.reserve ? free.removeFirst() : next
            next = max(next, slot + 1)
            self.stubs[ObjectIdentifier(Self.protocolClass(of: slot))] = Weak(stubs: stubs)
            return slot
        }
    }

    /// Frees a slot.
    func release(_ slot: Int) {
        lock.withLock {
            stubs[ObjectIdentifier(Self.protocolClass(of: slot))] = nil
            free.append(slot)
        }
    }

    /// The stubs that a class stands for; nil when they have been removed.
    func stubs(of type: StubbingProtocol.Type) -> InstalledStubs? {
        lock.withLock { stubs[ObjectIdentifier(type)]?.stubs }
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
