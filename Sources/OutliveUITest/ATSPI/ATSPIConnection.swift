internal import Foundation
internal import OutliveDriver
internal import OutliveDynamicLibrary

/// This process's connection to the accessibility bus; used under the lock of `ATSPIBackend`.
struct ATSPIConnection: @unchecked Sendable {
    /// How long an application has to answer one question, in milliseconds.
    static let answerLimit = 2000
    /// How much waiting work is done before a look: a program that changes without end must not hold it up.
    private static let mostIterations = 1000

    let library: ATSPILibrary
    let screen: XScreen?

    /// Connects.
    ///
    /// - Throws: `AccessibilityError` with what to install or set.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        do {
            library = try ATSPILibrary()
        } catch {
            throw AccessibilityError(
                .noLibrary, "the accessibility library cannot be used: \(error); install it: apt install libatspi2.0-0")
        }
        // Without this check the library would start a bus of its own, on which no application is.
        let variables = ["AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"]
        guard variables.contains(where: { environment[$0]?.isEmpty == false }) else {
            throw AccessibilityError(
                .noSessionBus,
                "there is no session bus, as DBUS_SESSION_BUS_ADDRESS is not set: "
                    + "run the tests, and with them the application, under dbus-run-session --")
        }
        // First, as what starts the bus looks at the display, too, and would have it start over as its last client.
        screen = XScreen.shared
        // It cannot be initialised twice, so that it is not tried before there is a bus.
        guard library.accessibilityBus() != nil else {
            throw AccessibilityError(
                .noAccessibilityBus,
                "there is no accessibility bus: see that the session bus of DBUS_SESSION_BUS_ADDRESS runs, "
                    + "apt install at-spi2-core, and unset AT_SPI_BUS_ADDRESS where it is set")
        }
        _ = library.initialise()
        library.setTimeout(Int32(Self.answerLimit), 0)
    }

    /// Lets the library take in what has been sent to it: what is not read piles up.
    ///
    /// - Throws: `AccessibilityError` when that alone took too long: what is sent may make the library ask back.
    func pump() throws {
        let start = ContinuousClock.now
        for _ in 0..<Self.mostIterations {
            guard library.iterate(nil, 0) != 0 else { return }
            guard start.duration(to: .now) < .milliseconds(Self.answerLimit) else { throw Self.noAnswer }
        }
    }

    static var noAnswer: AccessibilityError {
        AccessibilityError(
            .noAnswer, "the application did not answer within \(answerLimit) ms: its main loop is busy or hangs")
    }

    /// Finds an application.
    ///
    /// - Throws: `AccessibilityError` when it is not on the bus.
    func application(of process: Int32) throws -> ATSPINode {
        guard let desktop = library.desktop(0) else {
            throw AccessibilityError(
                .noAccessibilityBus, "the accessibility bus has no registry: apt install at-spi2-core")
        }
        let list = ATSPINode(owning: desktop, of: library)
        do {
            for index in 0..<(try list.childCount) {
                guard let application = try list.atspiChild(at: index) else { continue }
                // One that is just ending has no process, and is not the one.
                if (try? application.processID) == process { return application }
            }
        } catch is ElementGone {}
        // Also one whose parent has not been told yet: it can be signalled still.
        guard ProcessEntry.isRunning(process) else {
            throw AccessibilityError(.noProcess, "process \(process) has ended: launch the application again")
        }
        throw AccessibilityError(
            .notOnBus,
            "process \(process) shows no windows to assistive technology: it has none yet, runs on another bus than "
                + "the tests (DBUS_SESSION_BUS_ADDRESS), or without accessibility (unset NO_AT_BRIDGE)")
    }
}
