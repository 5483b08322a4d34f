import COutlive
import Testing

@testable import Outlive

private final class One {}
private final class Other {}

private func key(_ name: String?, _ type: AnyObject.Type = One.self, line: UInt32 = 1) -> RegistrationKey {
    RegistrationKey(name: name, type: type, fileID: "M/F.swift", line: line, column: 1, lifetime: .untilReset)
}

/// A table that can be used in `#expect`, which cannot hold values that are not copyable.
private final class Keys {
    var table = KeyTable()

    func number(_ key: RegistrationKey) -> KeyIndex { table.number(of: key) }
    func use(_ key: RegistrationKey) -> KeyIndex {
        let number = table.number(of: key)
        table.use(number)
        return number
    }
    func key(_ number: KeyIndex) -> RegistrationKey { table[number] }
    var count: Int { table.count }
}

struct KeyTableTests {
    @Test func `Equal keys have one number, and keys that differ in one property have others`() {
        let keys = Keys()
        var other = key("a")
        other.lifetime = .process(reason: "r")
        let all = [key("a"), key("b"), key(nil), key("a", Other.self), key("a", line: 2), other]
        let numbers = all.map { keys.use($0) }
        #expect(Set(numbers).count == all.count)
        #expect(all.map { keys.number($0) } == numbers)
        #expect(numbers.map { keys.key($0) } == all)
    }

    @Test func `Unused keys are removed, used and pinned ones keep their numbers`() {
        let keys = Keys()
        let kept = keys.use(key("kept"))
        keys.table.pin()
        let pinned = keys.number(key("pinned"))
        for index in 0..<10_000 { _ = keys.number(key("while pinned: \(index)")) }
        #expect(keys.key(pinned) == key("pinned"))
        keys.table.unpin()
        for index in 0..<10_000 {
            let number = keys.use(key("\(index)"))
            keys.table.release(number)
        }
        #expect(keys.key(kept) == key("kept"))
        #expect(keys.number(key("kept")) == kept)
        #expect(keys.count <= 100)
    }
}

struct WeakReferenceTests {
    @Test func `A reference agrees with the runtime before, during and after the deinit of its object`() {
        final class Object {
            let onDeinit: () -> Void
            init(_ onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
            deinit { onDeinit() }
        }
        WeakReference.prepare()
        var answers: [Bool] = []
        var reference = WeakReference()
        withUnsafeMutablePointer(to: &reference) { reference in
            func ask() { answers += [outl_weak_is_alive(reference), outl_weak_is_alive_by_runtime(reference)] }
            ask()
            var object: Object? = Object { ask() }
            reference.pointee.object = object
            ask()
            object = nil
            ask()
        }
        #expect(answers == [false, false, true, true, false, false, false, false])
    }

    @Test func `The layout of this toolchain's side tables is known`() {
        #if os(Linux)
        #expect(WeakReference.areSideTablesRead)
        #endif
    }
}
