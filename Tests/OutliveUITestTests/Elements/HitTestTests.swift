import Testing

@testable import OutliveUITest

struct HitTestTests {
    /// The element under test is always the button "Go", with its middle at 50,25.
    private func isHittable(
        _ bounds: ElementFrame? = nil, hasWindowManager: Bool = false, @NodeBuilder _ windows: () -> [FakeNode]
    ) -> Bool {
        let screen = FakeScreen(windows)
        if let bounds { screen.bounds = bounds }
        screen.hasWindowManager = hasWindowManager
        return screen.ui().buttons["Go"].isHittable
    }

    @Test func `An element with nothing over its middle is hittable`() {
        #expect(
            isHittable {
                window("Main") {
                    button("Go")
                    button("Beside", frame(80, 30, at: 51, 10))
                }
            })
    }

    @Test(
        arguments: [
            (ElementRole.button, ElementStates.usual, false), (.listItem, .usual, false),
            ("panel", [.usual, .focusable], false), ("panel", .usual, true), (.label, .usual, true),
            (.button, .hidden, true),
        ] as [(ElementRole, ElementStates, Bool)])
    func `An element is not hittable under one that takes presses or the focus`(
        role: ElementRole, states: ElementStates, expected: Bool
    ) {
        let hittable = isHittable {
            window("Main") {
                button("Go")
                node("panel") {
                    node(role, "Over", frame(20, 20, at: 45, 20), states)
                }
            }
        }
        #expect(hittable == expected)
    }

    @Test func `Elements drawn earlier, around it or in it do not cover an element`() {
        #expect(
            isHittable {
                window("Main") {
                    button("Under")
                    node(.listItem, "Around") {
                        node(.button, "Go", frame(80, 30, at: 10, 10)) {
                            node(.textField, "In", frame(80, 30, at: 10, 10))
                        }
                    }
                }
            })
    }

    @Test func `An element with its middle outside the screen is not hittable, unless the size is unknown`() {
        let windows = {
            [window("Main") { button("Go") }]
        }
        #expect(!isHittable(frame(40, 300, at: 0, 0), windows))
        #expect(isHittable(frame(60, 300, at: 0, 0), windows))
    }

    @Test func `An element without an area is not hittable`() {
        #expect(!isHittable { window("Main") { button("Go", frame(0, 30, at: 10, 10)) } })
    }

    @Test func `An element scrolled out of its view is not hittable`() {
        let inView = { (height: Int) in
            isHittable {
                window("Main") {
                    node("scroll pane", "", frame(400, height, at: 0, 0)) {
                        button("Go")
                    }
                }
            }
        }
        #expect(inView(30))
        #expect(!inView(20))
    }

    @Test func `An element behind a modal window is not hittable, wherever that is`() {
        let far = frame(40, 40, at: 300, 200)
        #expect(
            !isHittable {
                window("Main") { button("Go") }
                node(.dialog, "Tip", far, [.usual, .modal])
            })
        #expect(
            isHittable {
                window("Main") { button("Go") }
                node(.dialog, "Tip", far)
            })
        #expect(
            !isHittable {
                node(.dialog, "Tip", far, [.usual, .modal])
                window("Main") { button("Go") }
            })
    }

    @Test func `An element in the last of several modal windows is hittable`() {
        let under = node(.dialog, "First", frame(400, 300, at: 0, 0), [.usual, .modal]) { button("Stay") }
        let over = node(.dialog, "Second", frame(400, 300, at: 0, 0), [.usual, .modal]) { button("Go") }
        let ui = FakeScreen {
            under
            over
        }.ui()
        #expect(ui.buttons["Go"].isHittable)
        #expect(!ui.buttons["Stay"].isHittable)
    }

    @Test(
        arguments: [(ElementStates.usual, false, false), (.usual, true, false)]
            + [([.usual, .active], false, false), ([.usual, .active], true, true)])
    func `An element under a window shown later is not hittable, unless its own is the active one`(
        states: ElementStates, hasWindowManager: Bool, expected: Bool
    ) {
        let hittable = isHittable(hasWindowManager: hasWindowManager) {
            node(.window, "Main", frame(400, 300, at: 0, 0), states) { button("Go") }
            node(.window, "Other", frame(100, 100, at: 0, 0))
        }
        #expect(hittable == expected)
    }

    @Test func `An element under a tool tip is hittable, because the tip goes when the pointer comes`() {
        #expect(
            isHittable {
                window("Main") { button("Go") }
                node("tool tip", "Goes on", frame(100, 100, at: 0, 0))
            })
    }
}
