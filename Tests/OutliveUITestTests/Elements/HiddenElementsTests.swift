import OutliveDriver
import OutliveTestSupport
import Testing

@testable import OutliveUITest

/// A page of a test, which knows of no errors.
private struct Notes: Page {
    let ui: UIApplication
    var waitClock: any Clock<Duration> { ui.waitClock }
    var isLoaded: Bool { ui.buttons["Save"].isHittable }
}

struct HiddenElementsTests {
    private let screen = FakeScreen {
        window("Main") { button("Save") }
    }
    private let hung = AccessibilityError(.noAnswer, "it does not answer")

    private func failure(_ wait: () async throws -> Void) async -> WaitFailure? {
        await #expect(throws: WaitFailure.self) { try await wait() }
    }

    @Test func `A hidden element is not gone`() async {
        screen.failure = hung
        let ui = screen.ui()
        let failures = [
            await failure { try await ui.buttons["Save"].wait(untilNot: \.exists) },
            await failure { try await ui.buttons.wait(until: \.labels, matches: []) },
            await failure { try await Notes(ui: ui).wait(untilNot: \.isLoaded) },
            await failure { try await ui.wait(until: { !$0.buttons["Save"].exists }) },
            await failure {
                try await OutliveDriver.wait(for: "no button", clock: ui.waitClock) { ui.buttons.count == 0 }
            },
        ]
        for failure in failures {
            #expect(failure?.description.contains(": the last check failed: it does not answer (") == true)
        }
    }

    @Test func `An element is seen as gone when the application can be seen again`() async throws {
        screen.failure = hung
        let screen = screen
        let clock = ManualClock { _ in
            screen.failure = nil
            screen.root.children.removeAll()
        }
        try await screen.ui(clock).buttons["Save"].wait(untilNot: \.exists)
        #expect(clock.sleeps.count == 1)
    }

    @Test func `An ended process has no elements, and a wait for one says so`() async throws {
        screen.failure = AccessibilityError(.noProcess, "process 7 has ended")
        let save = screen.ui().buttons["Save"]
        try await save.wait(untilNot: \.exists)
        let failure = await failure { try await save.wait(until: \.exists) }
        #expect(
            failure?.description.contains(": last seen false, and the last check failed: process 7 has ended (")
                == true)
    }

    @Test func `An invisible application is an answer, unless nothing can be visible`() async throws {
        screen.failure = AccessibilityError(.notOnBus, "not there")
        try await screen.ui().wait(untilNot: \.exists)
        screen.failure = AccessibilityError(.noSessionBus, "no bus")
        #expect(await failure { try await screen.ui().wait(untilNot: \.exists) }?.lastError == "no bus")
    }

    @Test func `An application is waited for before a test until it shows a window`() async throws {
        screen.find("Main").states = .hidden
        screen.failure = AccessibilityError(.notOnBus, "not there yet")
        let screen = screen
        let clock = ManualClock { time in
            screen.failure = nil
            if time >= .seconds(1) { screen.find("Main").states = .usual }
        }
        try await screen.ui(clock).waitForWindow()
        #expect(clock.now.time >= .seconds(1))
    }

    @Test(arguments: [
        (AccessibilityError.Code.notOnBus, true), (.noAnswer, true), (.noSessionBus, false), (.noProcess, false),
    ])
    func `A failed wait for the application is reported, at once if waiting does not help`(
        code: AccessibilityError.Code, waits: Bool
    ) async {
        screen.failure = AccessibilityError(code, "nothing to see")
        let error = await #expect(throws: AccessibilityError.self) { try await screen.ui().waitForWindow() }
        #expect(error?.code == code)
        #expect((screen.looks > 1) == waits)
    }

    @Test func `An application without windows is reported`() async {
        screen.root.children[0].states = .hidden
        let error = await #expect(throws: AccessibilityError.self) { try await screen.ui().waitForWindow() }
        #expect(error?.code == .noWindow)
    }
}
