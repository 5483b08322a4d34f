import Testing

@testable import OutliveUITest

@Suite("what can be pressed")
struct HitTestTests {
    /// Under test is always the button "Go", with its middle at 50,25.
    private func isHittable(
        _ bounds: ElementFrame? = nil, hasWindowManager: Bool = false, @NodeBuilder _ windows: () -> [FakeNode]
    ) -> Bool {
        let screen = FakeScreen(windows)
        if let bounds { screen.bounds = bounds }
        screen.hasWindowManager = hasWindowManager
        return screen.ui().buttons["Go"].isHittable
    }

    @Test("an element with nothing over its middle")
    func free() {
        #expect(
            isHittable {
                window("Main") {
                    button("Go")
                    button("Beside", frame(80, 30, at: 51, 10))
                }
            })
    }

    @Test(
        "not with an element over it that takes presses, or the focus",
        arguments: [
            (ElementRole.button, ElementStates.usual, false), (.listItem, .usual, false),
            ("panel", [.usual, .focusable], false), ("panel", .usual, true), (.label, .usual, true),
            (.button, .hidden, true),
        ] as [(ElementRole, ElementStates, Bool)])
    func covers(role: ElementRole, states: ElementStates, expected: Bool) {
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

    @Test("what is drawn earlier, around it or in it does not cover it")
    func relatives() {
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

    @Test("not with its middle outside the screen, unless it is not known how large that is")
    func offScreen() {
        let windows = {
            [window("Main") { button("Go") }]
        }
        #expect(!isHittable(frame(40, 300, at: 0, 0), windows))
        #expect(isHittable(frame(60, 300, at: 0, 0), windows))
    }

    @Test("not without an area")
    func empty() {
        #expect(!isHittable { window("Main") { button("Go", frame(0, 30, at: 10, 10)) } })
    }

    @Test("not scrolled out of the view that it is in")
    func scrolled() {
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

    @Test("not behind a modal window, wherever that is")
    func modal() {
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

    @Test("in the last of several modal windows")
    func modals() {
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
        "not under a window that was shown later over it, unless a window manager has its own as the active one",
        arguments: [(ElementStates.usual, false, false), (.usual, true, false)]
            + [([.usual, .active], false, false), ([.usual, .active], true, true)])
    func windows(states: ElementStates, hasWindowManager: Bool, expected: Bool) {
        let hittable = isHittable(hasWindowManager: hasWindowManager) {
            node(.window, "Main", frame(400, 300, at: 0, 0), states) { button("Go") }
            node(.window, "Other", frame(100, 100, at: 0, 0))
        }
        #expect(hittable == expected)
    }

    @Test("under a tool tip, which goes when the pointer comes")
    func toolTips() {
        #expect(
            isHittable {
                window("Main") { button("Go") }
                node("tool tip", "Goes on", frame(100, 100, at: 0, 0))
            })
    }
}
