/// The page objects of a test and the creator of their data; replacing the creator rebuilds the pages.
///
///     var pages = Pages(ui, creator: RandomPeople(seed: 7)) { AppPages(ui: $0, people: $1) }
///     try await pages.signUp.fill()
///     pages.creator = FixedPeople()  // all pages are new, and fill in what this one makes
///
/// As a value type, a copy or a page obtained earlier keeps its creator.
@dynamicMemberLookup
public struct Pages<Creator, Root> {
    private let ui: UIApplication
    private let make: @Sendable (UIApplication, Creator) -> Root

    /// The creator of the data.
    public var creator: Creator {
        didSet { root = make(ui, creator) }
    }
    /// The root of the page objects.
    public private(set) var root: Root

    /// Creates the pages.
    ///
    /// - Parameters:
    ///   - ui: The application that shows the pages.
    ///   - creator: The creator of the data.
    ///   - make: Creates the pages, now and whenever the creator changes.
    public init(
        _ ui: UIApplication, creator: Creator, _ make: @escaping @Sendable (UIApplication, Creator) -> Root
    ) {
        self.ui = ui
        self.make = make
        self.creator = creator
        root = make(ui, creator)
    }

    /// A page, or another member of the root.
    public subscript<Member>(dynamicMember member: KeyPath<Root, Member>) -> Member { root[keyPath: member] }
}

extension Pages: Sendable where Creator: Sendable, Root: Sendable {}
