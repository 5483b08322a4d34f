import Testing

@testable import OutliveUITest

struct ElementQueryTests {
    private let screen = FakeScreen {
        window("Notes") {
            node(.label, "Two notes")
            node(.list, "Notes") {
                node(.listItem, "Milk")
                node(.listItem, "Bread")
            }
            button("Save")
            button("Save as")
            button("Delete", frame(80, 30, at: 10, 60), .hidden)
            field("Title", text: "Milk")
        }
        node(.alert, "Disk full") {
            button("OK")
        }
    }

    @Test func `Elements are found by role, at any depth and in order`() {
        let ui = screen.ui()
        #expect(ui.buttons.labels == ["Save", "Save as", "OK"])
        #expect(ui.listItems.count == 2)
        #expect(ui.windows.labels == ["Notes", "Disk full"])
        #expect(ui.dialogs.labels == ["Disk full"])
        #expect(ui.descendants(nil).count == 10)
    }

    @Test func `One of a query's elements is chosen by label, place or part of its label`() {
        let ui = screen.ui()
        #expect(ui.buttons["Save"].exists)
        #expect(!ui.buttons["Milk"].exists)
        #expect(ui.buttons.first.label == "Save")
        #expect(ui.buttons.element(at: 2).label == "OK")
        #expect(!ui.buttons.element(at: 3).exists)
        #expect(ui.buttons.containing("as").labels == ["Save as"])
        #expect(ui.textFields.element.value == "Milk")
    }

    @Test func `The menu of a combo box is that of its window`() {
        let screen = FakeScreen {
            window("Main") {
                node(.comboBox, "Colour") {
                    node(.menu) { node(.menuItem, "Green") }
                    field("", text: "Gre")
                }
            }
            node("window") {
                node(.menu) { node(.menuItem, "Green") }
            }
        }
        let box = screen.ui().comboBoxes["Colour"]
        #expect(screen.ui().menuItems.count == 1)
        #expect(screen.ui().menus.count == 1)
        #expect(box.value == "Gre")
        screen.find("Colour").selectedLabel = "Green"
        #expect(box.value == "Green")
    }

    @Test(arguments: [ElementRole.fileChooser, .colorChooser, .fontChooser])
    func `Choosers are dialogs`(role: ElementRole) {
        screen.root.children.append(node(role, "Choose"))
        #expect(screen.ui().dialogs.labels == ["Disk full", "Choose"])
        #expect("\(screen.ui().dialogs["Choose"])" == #"dialog "Choose""#)
    }

    @Test func `A predicate receives all properties`() {
        let milk = screen.ui().descendants(nil).matching("with milk in it") { $0.value == "Milk" || $0.label == "Milk" }
        #expect(milk.labels == ["Milk", "Title"])
        #expect("\(milk)" == "elements with milk in it")
    }

    @Test func `Elements are searched within an element`() {
        let ui = screen.ui()
        #expect(ui.dialogs["Disk full"].buttons.labels == ["OK"])
        #expect(ui.lists["Notes"].listItems["Bread"].exists)
        #expect(ui.windows["None"].buttons.count == 0)
        let bread = ui.lists["Notes"].listItems["Bread"]
        #expect("\(bread)" == #"list item "Bread" in list "Notes""#)
    }

    @Test func `A hidden element does not exist, and neither do its children`() {
        let ui = screen.ui()
        #expect(!ui.buttons["Delete"].exists)
        screen.find("Notes").states.remove(.showing)
        #expect(ui.buttons.labels == ["OK"])
    }

    @Test func `Each use reads the tree again`() {
        let first = screen.ui().listItems.first
        #expect(first.label == "Milk")
        screen.find("Notes").children[1].children.removeFirst()
        #expect(first.label == "Bread")
    }

    @Test func `The role is read first, and the rest of other elements not at all`() {
        #expect(screen.ui().buttons["Save"].exists)
        #expect(screen.find("Two notes").labelReads == 0)
        let reads = screen.root.children[0].children[3].labelReads
        #expect(reads == 0, "the button after it was asked")
    }

    @Test func `An element removed during a reading is left out`() {
        let screen = FakeScreen {
            window("Notes") {
                FakeNode(.button, "Gone", at: nil, goneFor: .max)
                button("Save")
            }
        }
        #expect(screen.ui().buttons["Save"].exists)
    }

    @Test func `A reading that loses a found element is repeated`() {
        let screen = FakeScreen { FakeNode(.button, "Save", at: nil, goneFor: 2) }
        #expect(screen.ui().buttons.labels == ["Save"])
        #expect(screen.looks == 3)
    }

    @Test func `The properties of a missing element are those of none`() {
        let none = screen.ui().buttons["None"]
        #expect(none.label == "")
        #expect(none.value == nil)
        #expect(none.frame == nil)
        #expect(!none.isEnabled && !none.isHittable && !none.isSelected && !none.hasFocus)
    }

    @Test func `No element exists in an application that cannot be seen`() {
        #expect(screen.ui().exists)
        #expect(!screen.ui(process: nil).exists)
        screen.failure = AccessibilityError(.notOnBus, "not there")
        #expect(!screen.ui().exists)
        #expect(screen.ui().buttons.count == 0)
    }

    @Test(
        arguments: [
            (ElementRole.checkBox, ElementStates([.usual, .checked]), nil, nil, "1"),
            (.checkBox, .usual, nil, nil, "0"), ("slider", .usual, 2.5, nil, "2.5"), ("slider", .usual, 3, nil, "3"),
            (.textField, .usual, nil, "text", "text"), ("terminal", [.usual, .editable], nil, "text", "text"),
            (.label, .usual, nil, "text", nil),
        ] as [(ElementRole, ElementStates, Double?, String?, String?)])
    func `Values are numbers, checked states and texts`(
        role: ElementRole, states: ElementStates, number: Double?, text: String?, value: String?
    ) {
        let screen = FakeScreen {
            FakeNode(role, "It", at: frame(10, 10, at: 0, 0), states: states, text: text, number: number)
        }
        #expect(screen.ui().descendants(role)["It"].value == value)
    }
}
