/// Objects of many types whose properties have types that the program itself never asks the runtime for.
enum UnusedTypes {
    /// The metadata of 2 ^ depth optionals needs more memory than the runtime and its allocator keep at hand.
    private static let depth = 11

    static func run() {
        make(Int.self, depth)
        print(Tier.census(1, graph: true))
    }

    @inline(never)
    private static func make<Content>(_ type: Content.Type, _ depth: Int) {
        guard depth > 0 else { return keep(Parcel<Content>()) }
        make(First<Content>.self, depth - 1)
        make(Second<Content>.self, depth - 1)
    }
}

/// A class's layout does not depend on what its properties of class types refer to.
private final class Parcel<Content> {
    var content: Parcel<Content>?
    var pair: (Parcel<Content>?, Content.Type)?
}

private enum First<Content> {}
private enum Second<Content> {}
