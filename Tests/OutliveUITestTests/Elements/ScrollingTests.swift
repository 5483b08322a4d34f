import Testing

@testable import OutliveUITest

/// The states that GTK reports: an element out of view is visible but not showing, and has no frame.
struct ScrollingTests {
    private static let outOfView: ElementStates = [.enabled, .sensitive, .visible]
    private static let shown: ElementStates = [.usual, .visible]

    private let screen: FakeScreen
    private let view: FakeNode
    private let bar = FakeNode("scroll bar", "", at: nil, states: [.usual, .vertical], number: 0)

    /// Ten rows of 30 pixels in a view of 90.
    init() {
        let rows = FakeNode(
            .list, "Rows", at: frame(200, 300, at: 0, 0),
            children: (0..<10).map { FakeNode(.listItem, "Row \($0)", at: nil, children: [node(.label, "Text \($0)")]) }
        )
        view = FakeNode(.viewport, "", at: frame(200, 90, at: 0, 0), children: [rows])
        let pane = FakeNode(.scrollPane, "", at: frame(200, 90, at: 0, 0), children: [view, bar])
        screen = FakeScreen { node(.window, "Main") {} }
        screen.root.children[0].children = [pane]
        bar.range = 0...210
        bar.onNumber = { [view] number in
            // Once it is scrolled by more than it is high, it counts as out of its own view.
            (view.frame, view.states) = number < 90 ? (frame(200, 90, at: 0, 0), Self.shown) : (nil, Self.outOfView)
            for (index, row) in rows.children.enumerated() {
                let place = frame(200, 30, at: 0, index * 30 - Int(number))
                let isShown = place.y > -30 && place.y < 90
                row.frame = isShown ? place : nil
                row.states = isShown ? Self.shown : Self.outOfView
                row.children[0].states = row.states
            }
            rows.frame?.y = -Int(number)
        }
        bar.setNumber(0)
    }

    @Test func `An element out of view exists, and is not hittable`() {
        let ui = screen.ui()
        #expect(ui.listItems.count == 10)
        #expect(ui.staticTexts["Text 9"].exists)
        #expect(ui.listItems["Row 2"].isHittable)
        #expect(!ui.listItems["Row 9"].isHittable)
    }

    @Test func `Only the element searched in rows out of view is found`() {
        #expect(screen.ui().buttons.count == 0)
        #expect(screen.ui().staticTexts.count == 10)
        #expect(screen.ui().descendants(nil).containing("Row 9").count == 1)
    }

    @Test func `A hidden element out of view does not exist`() {
        screen.find("Row 8").states.remove(.visible)
        #expect(screen.ui().listItems.count == 9)
        // Of a list that is in view as a whole nothing is out of view.
        screen.find("Rows").frame?.height = 90
        #expect(screen.ui().listItems.count == 3)
    }

    @Test(
        arguments: [
            ("page tab", []), ("toggle button", .expandable), (.menu, []),
        ] as [(ElementRole, ElementStates)])
    func `A folded element out of view does not exist`(role: ElementRole, states: ElementStates) {
        let row = screen.find("Row 9")
        (row.role, row.states) = (role, row.states.union(states))
        #expect(!screen.ui().staticTexts["Text 9"].exists)
        row.states.formUnion([.expanded, .selected])
        #expect(screen.ui().staticTexts["Text 9"].exists == (role != .menu))
    }

    @Test(arguments: 0..<10)
    func `A tap scrolls to its element first`(index: Int) async throws {
        try await screen.ui().listItems["Row \(index)"].tap()
        let place = try #require(screen.find("Row \(index)").frame)
        #expect(frame(200, 90, at: 0, 0).contains(place.middle))
        #expect(screen.events == ["click \(place.middle)"])
    }

    @Test func `Rows of different heights are found by their order`() async throws {
        // Most of the list lies before the row, unlike its number suggests.
        let rows = screen.find("Rows").children
        bar.onNumber = { number in
            for (index, row) in rows.enumerated() {
                let place = frame(200, 10, at: 0, (index == 0 ? 0 : 1000 + index * 10) - Int(number))
                let isShown = place.y > -10 && place.y < 90
                (row.frame, row.states) = (isShown ? place : nil, isShown ? Self.shown : Self.outOfView)
            }
        }
        bar.range = 0...1010
        bar.setNumber(0)
        screen.find("Rows").frame?.height = 1100
        try await screen.ui().listItems["Row 9"].scrollIntoView()
        #expect(screen.find("Row 9").frame != nil)
    }

    @Test func `An element out of view to the side is reached by horizontal scrolling alone`() async throws {
        let columns = (0..<10).map { FakeNode(.button, "Column \($0)", at: nil) }
        let line = FakeNode("filler", "", at: frame(1000, 30, at: 0, 0), children: columns)
        screen.find("Rows").children.insert(line, at: 0)
        let upright = bar.onNumber
        bar.onNumber = { number in
            upright(number)
            line.frame?.y = -Int(number)
            for column in columns where number >= 30 { (column.frame, column.states) = (nil, Self.outOfView) }
        }
        let side = FakeNode("scroll bar", "", at: nil, number: 0)
        side.range = 0...800
        side.onNumber = { number in
            for (index, column) in columns.enumerated() {
                let place = frame(100, 30, at: index * 100 - Int(number), line.frame?.y ?? 0)
                let isShown = place.x > -100 && place.x < 200
                (column.frame, column.states) = (isShown ? place : nil, isShown ? Self.shown : Self.outOfView)
            }
        }
        screen.root.children[0].children[0].children.append(side)
        side.setNumber(0)
        try await screen.ui().buttons["Column 9"].scrollIntoView()
        #expect(side.number == 800)
        #expect(bar.number == 0)
    }

    @Test func `Nothing scrolls behind a dialog, which is reported`() async {
        screen.root.children.append(node(.fileChooser, "Open", frame(400, 300, at: 0, 0), [.usual, .modal]))
        let error = await #expect(throws: ElementError.self) { try await screen.ui().listItems["Row 9"].tap() }
        #expect(error?.code == .covered)
        #expect(bar.number == 0)
    }

    @Test func `An element that no scroll bar reaches is reported`() async {
        bar.range = nil
        let error = await #expect(throws: ElementError.self) { try await screen.ui().listItems["Row 9"].tap() }
        #expect(error?.code == .offScreen)
        #expect(error?.reason.contains("scrolled out of the view of 200x90 at 0,0") == true)
    }

    @Test func `The wheel turns over the view that it scrolls`() async throws {
        try await screen.ui().listItems["Row 9"].scroll(.down, by: 2)
        #expect(screen.events == ["scroll down 100,45", "scroll down 100,45"])
    }
}
