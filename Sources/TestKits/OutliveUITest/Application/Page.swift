public import OutliveDriver

/// A page object: a part of the user interface, described in the terms of the tests.
///
///     struct SignUpPage: Page {
///         let ui: UIApplication
///         var isLoaded: Bool { ui.textFields["E-mail"].isHittable }
///     }
///     try await SignUpPage(ui: live.ui).loaded()
public protocol Page: Waitable {
    /// `true` if the page is shown and usable.
    var isLoaded: Bool { get }
}

extension Page {
    /// Waits until the page is shown and usable.
    ///
    /// - Returns: The page, for chained calls.
    /// - Throws: `WaitFailure` that names the page, or `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func loaded(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(
            until: \.isLoaded, within: limit, describedAs: "\(Self.self) to be loaded", fileID: fileID, line: line)
    }
}

/// The page objects of a test and the creator of their data; replacing the creator rebuilds the pages.
///
///     var pages = Pages(ui, creator: RandomPeople(seed: 7)) { AppPages(ui: $0, people: $1) }
///     try await pages.signUp.fill()
///     pages.creator = FixedPeople()  // all pages are new, and use its data
///
/// This is a value type, so a copy or a page obtained earlier keeps its creator.
@dynamicMemberLookup
public struct Pages<Creator, Root> {
    private let ui: UIApplication
    private let make: @Sendable (UIApplication, Creator) -> Root

    /// The creator of the data; setting it rebuilds the pages.
    public var creator: Creator { didSet { root = make(ui, creator) } }
    /// The root of the page objects.
    public private(set) var root: Root

    /// Creates the pages with `make`, now and whenever the creator changes.
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
