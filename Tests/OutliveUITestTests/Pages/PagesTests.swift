import OutliveDriver
import OutliveSupport
import OutliveUITest
import Testing

private protocol People: Sendable {
    func name() -> String
}

private struct Fixed: People {
    var person: String
    func name() -> String { person }
}

private struct Numbered: People {
    func name() -> String { "person 7" }
}

private struct SignUpPage: Page {
    let ui: UIApplication
    let people: any People
    var filledIn: String { people.name() }
    var isLoaded: Bool { filledIn != "nobody" }
}

private struct AppPages: Sendable {
    let ui: UIApplication
    let people: any People
    var signUp: SignUpPage { SignUpPage(ui: ui, people: people) }
    let list: String
}

struct PagesTests {
    private let made = Counter()

    private func pages(of people: any People) -> Pages<any People, AppPages> {
        Pages(UIApplication { nil }, creator: people) { [made] ui, people in
            AppPages(ui: ui, people: people, list: "list \(made.next())")
        }
    }

    @Test func `A creator that is replaced rebuilds the pages, once`() {
        var pages = pages(of: Numbered())
        #expect(pages.signUp.filledIn == "person 7")
        #expect(pages.list == "list 1")
        pages.creator = Fixed(person: "Ada")
        #expect(pages.signUp.filledIn == "Ada")
        #expect(pages.list == "list 2")
        #expect(pages.root.list == "list 2")
    }

    @Test func `A creator that is changed in its place rebuilds them, too`() {
        var pages = Pages(UIApplication { nil }, creator: Fixed(person: "Ada")) { SignUpPage(ui: $0, people: $1) }
        pages.creator.person = "Grace"
        #expect(pages.filledIn == "Grace")
    }

    @Test func `A page or a copy that was kept stays with the creator that it had`() {
        var pages = pages(of: Numbered())
        let (page, copy) = (pages.signUp, pages)
        pages.creator = Fixed(person: "Ada")
        #expect(page.filledIn == "person 7")
        #expect(copy.signUp.filledIn == "person 7")
        #expect(copy.list == "list 1")
    }

    @Test func `A page that does not load is named where that was waited for`() async throws {
        var pages = pages(of: Numbered())
        #expect(try await pages.signUp.loaded().filledIn == "person 7")
        pages.creator = Fixed(person: "nobody")
        let page = pages.signUp
        let error = await #expect(throws: WaitFailure.self) { try await page.loaded(within: .zero) }
        let text = "\(try #require(error))"
        #expect(text.contains("for SignUpPage to be loaded"))
        #expect(text.contains("PagesTests.swift:\(#line - 3)"))
    }
}

/// Counts from 1.
private final class Counter: Sendable {
    private let count = Lock(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
