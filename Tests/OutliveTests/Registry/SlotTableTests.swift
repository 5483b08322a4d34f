import OutliveWire
import Testing

@testable import Outlive

private final class Component {}

private func key(_ name: String = "x", lifetime: Lifetime = .untilReset) -> RegistrationKey {
    RegistrationKey(name: name, type: Component.self, fileID: "M/F.swift", line: 1, column: 1, lifetime: lifetime)
}

/// A table that can be used in `#expect`, which cannot hold values that are not copyable.
private final class Slots {
    private var table = SlotTable()

    var count: Int { table.count }
    var keyCount: Int { table.keys.count }

    func insert(_ object: AnyObject, _ key: RegistrationKey = key(), generation: Int = 1) -> SlotTable.Insertion {
        table.insert(object, key: key, generation: generation, stack: 0)
    }

    func remove(_ object: AnyObject) -> [Registration] { table.remove(object) }
    func isAlive(_ slot: SlotReference) -> Bool { table.isAlive(slot) }
    func object(at slot: SlotReference) -> AnyObject? { table.object(at: slot) }
    func name(at slot: SlotReference) -> String? { table.registration(at: slot).flatMap { table.keys[$0.key].name } }
    func release(_ slot: SlotReference) { table.release(slot) }

    /// Visits all live registrations.
    func sweep(_ visit: (SlotReference, inout Registration) -> Void = { _, _ in }) { table.sweep(0..<count, visit) }

    /// Names of the live registrations.
    func names() -> [String] {
        var keys: [KeyIndex] = []
        sweep { keys.append($1.key) }
        return keys.map { table.keys[$0].name ?? "" }.sorted()
    }
}

struct SlotTableTests {
    @Test func `A registration is found, removed and gone`() {
        let table = Slots()
        let object = Component()
        #expect(table.insert(object) == .added(representsObject: true, generation: 1))
        #expect(table.insert(object) == .known)
        #expect(table.insert(object, key("y")) == .added(representsObject: false, generation: 1))
        #expect(table.names() == ["x", "y"])
        #expect(table.remove(object).count == 2)
        #expect(table.remove(object).isEmpty)
        #expect(table.names().isEmpty)
        #expect(table.insert(object) == .added(representsObject: true, generation: 1))
    }

    @Test(arguments: [1, 2, 3, 100, 1024, 1025, 20_000])
    func `Every object is found again, for any number of objects`(size: Int) {
        let table = Slots()
        let objects = (0..<size).map { _ in Component() }
        for object in objects { #expect(table.insert(object) == .added(representsObject: true, generation: 1)) }
        #expect(table.count == size)
        #expect(objects.allSatisfy { table.insert($0) == .known })
        for object in objects[..<(size / 2)] { #expect(table.remove(object).count == 1) }
        #expect(objects[(size / 2)...].allSatisfy { table.insert($0) == .known })
        #expect(table.names().count == size - size / 2)
        #expect(objects[..<(size / 2)].allSatisfy { table.insert($0) != .known })
        #expect(table.count == size)
    }

    @Test func `A new object at the address of an old one is another object`() {
        let table = Slots()
        var addresses: Set<ObjectIdentifier> = []
        var reused = 0
        for _ in 0..<1000 {
            let object = Component()
            if !addresses.insert(ObjectIdentifier(object)).inserted { reused += 1 }
            #expect(table.insert(object) == .added(representsObject: true, generation: 1))
            #expect(table.names() == ["x"])
        }
        #expect(reused > 0)
    }

    @Test func `A reference to a released object's slot is not valid for its successor`() throws {
        let table = Slots()
        var reference: SlotReference?
        do {
            let object = Component()
            _ = table.insert(object)
            table.sweep { slot, _ in reference = slot }
            let reference = try #require(reference)
            #expect(table.isAlive(reference))
            #expect(table.object(at: reference) === object)
        }
        let stale = try #require(reference)
        #expect(!table.isAlive(stale))
        #expect(table.name(at: stale) == "x")
        table.sweep()
        let successor = Component()
        _ = table.insert(successor)
        #expect(table.count == 1)
        #expect(!table.isAlive(stale))
        #expect(table.object(at: stale) == nil)
        #expect(table.name(at: stale) == nil)
    }

    @Test func `A held slot outlives its object until it is released`() throws {
        let table = Slots()
        var held: SlotReference?
        var address: ObjectIdentifier?
        do {
            let object = Component()
            address = ObjectIdentifier(object)
            _ = table.insert(object, key("held"))
            table.sweep { slot, registration in
                registration.holders += 1
                held = slot
            }
            withExtendedLifetime(object) {}
        }
        let slot = try #require(held)
        for _ in 0..<100 {
            _ = table.insert(Component())
            #expect(table.name(at: slot) == "held")
        }
        // Nor does forgetting an object that lives at the same address now.
        var reused = false
        for _ in 0..<100 where !reused {
            let object = Component()
            reused = ObjectIdentifier(object) == address
            _ = table.remove(object)
        }
        #expect(table.name(at: slot) == "held")
        let count = table.count
        table.release(slot)
        for _ in 0..<100 { _ = table.insert(Component()) }
        #expect(table.name(at: slot) == nil)
        #expect(table.count == count)
    }

    @Test func `Slots are bounded by the live objects when objects come and go at once`() {
        let table = Slots()
        for index in 0..<100_000 { _ = table.insert(Component(), key("a name of its own: \(index)")) }
        #expect(table.count <= 4)
        #expect(table.keyCount <= 100)
    }

    @Test func `Slots are bounded by the live objects when objects end in the order of their birth`() {
        let table = Slots()
        var alive = [Component?](repeating: nil, count: 1000)
        for index in 0..<200_000 {
            let object = Component()
            alive[index % alive.count] = object
            _ = table.insert(object)
        }
        #expect(table.count <= 3 * alive.count)
        #expect(table.names().count == alive.count)
    }

    @Test func `Slots are bounded by the live objects beside many that stay`() {
        let table = Slots()
        let kept = (0..<10_000).map { _ in Component() }
        for object in kept { _ = table.insert(object) }
        for _ in 0..<100_000 { _ = table.insert(Component()) }
        #expect(table.count <= 2 * kept.count)
        #expect(kept.allSatisfy { table.insert($0) == .known })
    }

    @Test func `Slots are bounded by the live objects also if no address is used twice`() {
        let table = Slots()
        let kept = (0..<1000).map { _ in Component() }
        for object in kept { _ = table.insert(object) }
        // Each takes the memory of the object before, which can come back there no more.
        var plugs: [Component] = []
        for _ in 0..<200_000 {
            _ = table.insert(Component())
            plugs.append(Component())
        }
        #expect(table.count <= 4 * kept.count)
        withExtendedLifetime(plugs) {}
    }

    @Test func `The kinds of lifetime count separately`() {
        let table = Slots()
        let object = Component()
        _ = table.insert(object)
        let process = key(lifetime: .process(reason: "r"))
        #expect(table.insert(object, process, generation: 2) == .added(representsObject: true, generation: 2))
        #expect(table.insert(object, key("y"), generation: 2) == .added(representsObject: false, generation: 1))
    }
}
