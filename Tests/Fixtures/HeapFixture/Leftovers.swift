/// Memory with addresses of objects that are no references any more, and references at unusual places.
enum Leftovers {
    static func run() {
        make()
        print(Tier.census(1, graph: true))
    }

    @inline(never)
    private static func make() {
        let removed = Removed()
        keep(removed)
        keep(Shortened(removed))
        keep(Indexed())
        keep(Slot.make())
    }
}

private final class Removed {}

/// An array with room for elements that were removed.
private final class Shortened {
    var elements: [Removed]
    init(_ removed: Removed) {
        elements = [removed, removed, removed]
        elements.removeLast(2)
    }
}

/// A text of which the offsets of UTF-16 characters are known, which its storage refers to.
private final class Indexed {
    let text = String(repeating: "ä", count: 300)
    init() { keep(text.utf16.index(text.utf16.startIndex, offsetBy: 200)) }
}

private final class Slotted {}

/// A reference that has the last word of the block.
private final class Slot: ManagedBuffer<(Int, Int), Slotted> {
    static func make() -> Slot {
        let slot = create(minimumCapacity: 1) { _ in (1, 2) }
        slot.withUnsafeMutablePointerToElements { $0.initialize(to: Slotted()) }
        return unsafeDowncast(slot, to: Slot.self)
    }
}
