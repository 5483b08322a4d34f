/// The page objects of a test, with the creator of the data that they fill in; replacing the creator rebuilds them.
///
///     var pages = Pages(ui, creator: RandomPeople(seed: 7)) { AppPages(ui: $0, people: $1) }
///     try await pages.signUp.fill()
///     pages.creator = FixedPeople()  // all pages are new, and fill in what this one makes
///
/// It is a value: a copy, or a page that was kept from before, stays with the creator that it had.
@dynamicMemberLookup
public struct Pages<Creator, Root> {
    private let ui: UIApplication
    private let make: @Sendable (UIApplication, Creator) -> Root

    /// What makes the data.
    public var creator: Creator {
        didSet { root = make(ui, creator) }
    }
    /// The pages.
    public private(set) var root: Root

    /// Makes the pages.
    ///
    /// - Parameters:
    ///   - ui: the application that they are in.
    ///   - creator: what makes the data.
    ///   - make: makes them, now and whenever the creator is replaced or changed.
    public init(
        _ ui: UIApplication, creator: Creator, _ make: @escaping @Sendable (UIApplication, Creator) -> Root
    ) {
        self.ui = ui
        self.make = make
        self.creator = creator
        root = make(ui, creator)
    }

    /// One of the pages, or what else the root has.
    public subscript<Member>(dynamicMember member: KeyPath<Root, Member>) -> Member { root[keyPath: member] }
}

extension Pages: Sendable where Creator: Sendable, Root: Sendable {}
