import Foundation
import Testing

/// The configuration in which a module is built.
enum Build: CaseIterable, Sendable {
    case live, shipped

    var options: [String] { self == .live ? ["-D", "LiveReset"] : [] }
}

struct AdapterTests {
    @Test(arguments: Build.allCases)
    func `The notifiers of UIKit fit its API`(build: Build) async throws {
        let files = try Sources.adapters("OutliveUIKit", withSelectors: true)
        let run = try await Compiler.shared.value.check(
            files, module: "OutliveUIKit", for: .iOS, options: build.options + Compiler.selectors)
        #expect(run.isGood, "\(run.output)")
    }

    @Test(arguments: Build.allCases)
    func `Without UIKit, the notifier of Darwin notifications is available`(build: Build) async throws {
        let files = try Sources.adapters("OutliveUIKit")
        let run = try await Compiler.shared.value.check(
            files, module: "OutliveUIKit", for: .macOS, options: build.options)
        #expect(run.isGood, "\(run.output)")
    }

    @Test(arguments: Platform.allCases)
    func `The kit for UI tests fits XCUIAutomation`(platform: Platform) async throws {
        let files = try Sources.adapters("OutliveXCUITest") + [Sources.stubs.appending(path: "FileManager.swift")]
        let run = try await Compiler.shared.value.check(files, module: "OutliveXCUITest", for: platform)
        #expect(run.isGood, "\(run.output)")
    }

    /// Wrong code, each with the compiler's error.
    static let wrong = [
        ("import UIKit\n@MainActor func f(_ window: UIWindow) { window.windowLevel = .above }", "no member 'above'"),
        ("import UIKit\nfunc f(_ window: UIWindow) { window.isHidden = true }", "main actor-isolated"),
        ("import XCUIAutomation\nfunc f(_ app: XCUIApplication) { app.launch() }", "main actor-isolated"),
        ("import XCTest\n@MainActor func f(_ test: XCTestCase) { test.add(XCTAttachment(picture: 1)) }", "picture:"),
        (
            """
            import UIKit
            final class Delegate: UIGestureRecognizerDelegate {
                func gestureRecognizer(
                    _: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith _: UIGestureRecognizer
                ) -> Bool { true }
            }
            """, "'NSObjectProtocol'"
        ),
        (
            "import CoreFoundation\nfunc f() { CFNotificationCenterAddObserver(nil, nil, { _ in }, nil, nil, .drop) }",
            "expects 5 arguments"
        ),
    ]

    @Test(arguments: wrong)
    func `Code that does not fit is refused`(code: String, complaint: String) async throws {
        let run = try await Compiler.shared.value.check(text: code, module: "Wrong", for: .iOS)
        #expect(!run.isGood)
        #expect(run.output.contains(complaint), "\(run.output)")
    }

    @Test(arguments: ["image", "signal", "stack", "stack_table"])
    func `The C part has what it needs on Apple's platforms`(part: String) async throws {
        let compiler = try await Compiler.shared.value
        let apple = ["-include", Sources.stubs.appending(path: "pthread_np.h").path]
        let run = try await compiler.check(c: "Sources/Application/COutlive/outl_\(part).c", options: apple)
        #expect(run.isGood, "\(run.output)")
    }

    @Test func `Apple's functions are called on Apple's platforms only`() async throws {
        let run = try await Compiler.shared.value.check(c: "Sources/Application/COutlive/outl_stack.c", options: [])
        #expect(!run.isGood)
        #expect(run.output.contains("pthread_get_stackaddr_np"), "\(run.output)")
    }
}
