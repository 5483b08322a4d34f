import OutliveDriver
import OutliveTestSupport
import Testing

@testable import OutliveUITest

struct ElementActionTests {
    private let screen = FakeScreen {
        window("Main") {
            button("Sign up")
            button("Sign in", frame(80, 30, at: 10, 50))
            button("Later", frame(80, 30, at: 10, 90), .disabled)
            field("E-mail", text: "ada", frame(80, 30, at: 10, 130))
            field("Fixed", text: "as it is", frame(80, 30, at: 10, 170), [.usual, .focusable])
            node(.listItem, "Row", frame(80, 30, at: 10, 210))
            node(.listItem, "Row", frame(80, 30, at: 10, 250))
        }
    }

    @Test func `A tap presses the middle as often as stated`() async throws {
        try await screen.ui().buttons["Sign up"].tap()
        try await screen.ui().buttons["Sign in"].doubleTap()
        #expect(screen.events == ["click 50,25", "click 50,65", "click 50,65"])
    }

    @Test(arguments: [
        (SwipeDirection.up, "50,-15"), (.down, "50,65"), (.left, "10,25"), (.right, "90,25"),
    ])
    func `A swipe presses, moves in steps and releases`(direction: SwipeDirection, end: String) async throws {
        try await screen.ui().buttons["Sign up"].swipe(direction, by: 40)
        #expect(screen.events.first == "press 50,25")
        #expect(screen.events.dropFirst().dropLast().allSatisfy { $0.hasPrefix("move ") })
        #expect(screen.events.count == 10)
        #expect(screen.events.suffix(2) == ["move \(end)", "release \(end)"])
    }

    @Test func `Text is written at the end, or instead of the present text, with the focus`() async throws {
        let field = screen.ui().textFields["E-mail"]
        try await field.typeText("@example.org")
        #expect(field.value == "ada@example.org")
        #expect(field.hasFocus)
        try await field.clearAndEnterText("grace")
        #expect(field.value == "grace")
        try await field.press(.enter)
        try await field.press("a", [.control, .shift])
        try await screen.ui().press(.function(5))
        #expect(screen.events == ["key enter", "key control+shift+a", "key F5"])
    }

    @Test func `An action waits until the element exists, enabled and uncovered`() async throws {
        let screen = screen
        let clock = ManualClock { time in
            if time >= .seconds(1) { screen.find("Later").states = .usual }
        }
        try await screen.ui(clock).buttons["Later"].tap()
        #expect(screen.events == ["click 50,105"])
        #expect(clock.now.time < .seconds(2))
    }

    private func failure(_ action: (UIApplication) async throws -> Void) async -> ElementError? {
        await #expect(throws: ElementError.self) { try await action(screen.ui()) }
    }

    @Test func `A missing element is reported with the elements shown instead, the most similar first`() async {
        let error = await failure { try await $0.buttons["Sing up"].tap(fileID: "M/F.swift", line: 3) }
        #expect(error?.code == .notFound)
        #expect(
            error?.description == #"""
                cannot tap button "Sing up": no button "Sing up" is shown; shown instead: "Sign up", "Sign in", "Later", \#
                waited 10.0 seconds (M/F.swift:3)
                """#)
        let none = await failure { try await $0.checkBoxes["None"].tap() }
        #expect(none?.reason.contains("none with a label is shown") == true)
        let inNone = await failure { try await $0.windows["Mail"].buttons["Sign up"].tap() }
        #expect(inNone?.reason.contains(#"no window "Mail" is shown; shown instead: "Main""#) == true)
    }

    @Test func `A failure points to the action`() async {
        let line = #line + 1
        let error = await failure { try await $0.buttons["None"].tap() }
        #expect(error?.line == line)
        #expect(error?.fileID == #fileID)
    }

    @Test func `An action on several matches fails and lists them`() async throws {
        let error = await failure { try await $0.listItems["Row"].tap() }
        #expect(error?.code == .ambiguous)
        #expect(
            error?.reason.contains(
                #"2 elements match: "Row" (80x30 at 10,210), "Row" (80x30 at 10,250); choose one by .first"#)
                == true)
        let unlike = await failure { try await $0.textFields.element.tap() }
        #expect(
            unlike?.reason.contains(#"2 elements match: "E-mail", "Fixed"; choose one, for example by its label"#)
                == true)
        try await screen.ui().listItems.element(at: 1).tap()
        #expect(screen.events == ["click 50,265"])
    }

    @Test func `A disabled or covered element is reported, with the frame of the element that covers it`() async {
        #expect(await failure { try await $0.buttons["Later"].tap() }?.code == .disabled)
        screen.find("Main").children.append(button("Reset", frame(20, 20, at: 45, 20)))
        let error = await failure { try await $0.buttons["Sign up"].tap() }
        #expect(error?.code == .covered)
        #expect(
            error?.reason
                == #"button "Reset" of 20x20 at 45,20 covers its middle, 50,25: "#
                + "its frame is 80x30 at 10,10, waited 10.0 seconds"
        )
        #expect(screen.events.isEmpty)
    }

    @Test func `Text for an element without editable text fails at the first check`() async {
        #expect(await failure { try await $0.buttons["Sign up"].typeText("x") }?.code == .notText)
        #expect(await failure { try await $0.textFields["Fixed"].clearAndEnterText("x") }?.code == .notEditable)
        #expect(screen.looks == 2)
    }

    @Test func `Text with a NUL character is refused`() async {
        #expect(await failure { try await $0.textFields["E-mail"].typeText("a\0b") }?.code == .notWritable)
        #expect(await failure { try await $0.textFields["E-mail"].clearAndEnterText("\0") }?.code == .notWritable)
        #expect(screen.ui().textFields["E-mail"].value == "ada")
    }

    @Test func `The focus selects no text, and is not taken again`() async throws {
        let field = screen.ui().textFields["E-mail"]
        let node = screen.find("E-mail")
        for act in [
            { try await field.press(.home) }, { try await field.typeText("x") },
            { try await field.clearAndEnterText("y") },
        ] {
            node.states.remove(.focused)
            try await act()
            #expect(!node.selectsAll)
        }
        #expect(node.focusGrabs == 3)
        try await field.press(.delete)
        #expect(node.focusGrabs == 3)
    }

    @Test func `A missing window is reported`() async {
        screen.root.children.removeAll()
        let error = await failure { try await $0.buttons["Go"].tap() }
        #expect(error?.reason.hasPrefix(#"no button "Go" is shown; the application shows no windows"#) == true)
    }

    @Test func `Text that may have been entered is not entered again`() async {
        screen.find("E-mail").writeFailure = AccessibilityError(.noAnswer, "late")
        let error = await failure { try await $0.textFields["E-mail"].typeText("x") }
        #expect(error?.reason == "late; the action may have been performed")
        #expect(screen.ui().textFields["E-mail"].value == "adax")
    }

    @Test func `Text is written once, also into a field that is removed as soon as it changes`() async throws {
        let field = screen.ui().textFields["E-mail"]
        screen.find("E-mail").goesWhenWritten = true
        try await field.typeText("x")
        #expect(field.value == "adax")
        try await field.clearAndEnterText("grace")
        #expect(field.value == "grace")
        // One for each action, and one for each value.
        #expect(screen.looks == 4)
    }

    @Test func `An invisible application is waited for, and a missing part of the machine is not`() async {
        screen.failure = AccessibilityError(.notOnBus, "not there yet")
        #expect(await failure { try await $0.buttons["Sign up"].tap() }?.reason.hasPrefix("not there yet") == true)
        #expect(screen.looks > 2)
        let before = screen.looks
        screen.failure = AccessibilityError(.noLibrary, "install it")
        let error = await failure { try await $0.buttons["Sign up"].tap() }
        #expect(error?.code == .notSeen)
        #expect(error?.reason == "install it")
        #expect(screen.looks == before + 1)
    }

    @Test func `A cancelled action throws its cancellation`() async {
        let ui = screen.ui()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await ui.buttons["None"].tap()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `Elements are waited for by their properties`() async throws {
        let screen = screen
        let clock = ManualClock { time in
            if time >= .seconds(1) { screen.find("E-mail").replaceText(with: "grace") }
        }
        let field = screen.ui(clock).textFields["E-mail"]
        try await field.wait(until: \.value, matches: "grace")
        #expect(field.value == "grace")
        #expect(clock.now.time >= .seconds(1) && clock.now.time < .seconds(2))
        // A condition that already holds needs no wait.
        let end = clock.now
        try await field.wait(until: \.value, matches: "grace")
        try await field.wait(until: \.exists)
        #expect(clock.now == end)
    }

    @Test func `A failed wait names the property and the element`() async {
        let ui = screen.ui()
        func awaited(_ wait: () async throws -> Void) async -> String? {
            await #expect(throws: WaitFailure.self) { try await wait() }?.awaited
        }
        #expect(await awaited { try await ui.buttons["No"].wait(until: \.exists) } == #"exists of button "No""#)
        #expect(
            await awaited { try await ui.textFields["E-mail"].wait(until: \.value, matches: "x") }
                == #"value of text field "E-mail" to be "x""#)
        #expect(
            await awaited { try await ui.buttons.wait(until: \.count, matches: 9) } == "count of buttons to be 9")
        #expect(await awaited { try await ui.wait(untilNot: \.exists) } == "not exists of the application")
    }
}
