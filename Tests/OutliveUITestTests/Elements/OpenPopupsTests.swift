import Testing

@testable import OutliveUITest

struct OpenPopupsTests {
    private let far = frame(40, 40, at: 300, 200)

    /// Returns the reason why a button beside all of them cannot be pressed, or `nil` if it can.
    private func obstacle(to label: String = "Go", _ screen: FakeScreen) -> String? {
        let target = screen.ui().descendants(nil).matching(label) { $0.label == label }.first
        return try? screen.ui().context.access { screen in
            let place = try #require(try target.match(in: screen))
            return try HitTest(of: place, on: screen).obstacle()?.reason
        }
    }

    private func popover(_ label: String = "", _ states: ElementStates = [.usual, .modal]) -> FakeScreen {
        FakeScreen {
            window("Main") {
                button("Go")
                node("panel", label, far, states) {
                    button("Inside", frame(20, 20, at: 310, 210))
                }
            }
        }
    }

    @Test func `An open popover takes all presses but those in it`() {
        #expect(
            obstacle(popover())
                == #"a popover with button "Inside" is open and receives all presses: "#
                + "use an element in it, or press .escape first"
        )
        #expect(obstacle(popover("Details"))?.hasPrefix(#"panel "Details" is open"#) == true)
        #expect(obstacle(to: "Inside", popover()) == nil)
        #expect(obstacle(popover("", [.modal, .enabled])) == nil)
    }

    @Test func `A popover under a modal window takes no presses from that`() {
        let screen = popover()
        screen.root.children.append(
            node(.dialog, "Tip", frame(400, 300, at: 0, 0), [.usual, .modal]) { button("Got it") })
        #expect(obstacle(to: "Got it", screen) == nil)
        #expect(obstacle(screen) == #"dialog "Tip" is modal and blocks it"#)
    }

    private func menu(_ states: ElementStates = .usual) -> FakeScreen {
        FakeScreen {
            window("Main") {
                button("Go")
                node("toggle button", "More", far) {
                    node("menu item", "Print", frame(80, 30, at: 300, 100), states)
                }
                button("Under", frame(80, 30, at: 300, 100))
            }
        }
    }

    @Test func `An open menu takes all presses but those in it, and is above everything else`() {
        #expect(obstacle(menu())?.hasPrefix(#"the menu of toggle button "More" is open"#) == true)
        #expect(obstacle(to: "More", menu())?.hasPrefix("the menu") == true)
        #expect(obstacle(to: "Print", menu()) == nil)
        #expect(obstacle(menu(.hidden)) == nil)
    }

    @Test func `A menu in a window of its own is named by its content, and is no window in the way`() {
        let screen = FakeScreen {
            window("Main") {
                button("Go")
                node("combo box", "Fruit", far) {
                    node("menu") { node("menu item", "Apple", frame(80, 30, at: 10, 10)) }
                }
            }
            node("window", "") {
                node("menu") { node("menu item", "Apple", frame(80, 30, at: 10, 10)) }
            }
        }
        #expect(obstacle(screen)?.hasPrefix(#"the menu of combo box "Fruit" is open"#) == true)
        #expect(obstacle(to: "Apple", screen) == nil)
        screen.root.children[0].children.removeLast()
        #expect(obstacle(screen)?.hasPrefix(#"a menu with menu item "Apple" is open"#) == true)
    }

    @Test func `A menu bar is no open menu`() {
        let screen = FakeScreen {
            window("Main") {
                node("menu bar", "", frame(400, 10, at: 0, 0)) {
                    node("menu", "File", frame(40, 10, at: 0, 0)) { node("menu item", "Quit", far, .hidden) }
                    node("menu item", "Help", frame(40, 10, at: 40, 0))
                }
                button("Go")
            }
        }
        #expect(obstacle(screen) == nil)
        screen.find("Quit").states = .usual
        #expect(obstacle(screen)?.hasPrefix(#"the menu of menu "File" is open"#) == true)
        #expect(obstacle(to: "Help", screen) == nil)
    }
}
