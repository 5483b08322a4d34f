internal import Foundation
internal import OutliveDriver
internal import OutliveSupport
internal import Synchronization

/// The accessibility backend that uses libatspi.
///
/// The library is not thread-safe and has one instance per process, so a lock serialises accesses. Only the connection
/// is kept between them.
struct ATSPIBackend: AccessibilityBackend {
    private static let connection = Mutex<ATSPIConnection?>(nil)

    func access<Value: Sendable>(_ process: Int32, _ body: (any AccessibleScreen) throws -> Value) throws -> Value {
        try Self.connection.withLock { slot in
            let connection = try slot ?? ATSPIConnection()
            slot = connection
            try connection.pump()
            let application = try connection.application(of: process)
            return try body(ATSPIScreen(connection: connection, application: application))
        }
    }
}

/// The connection of this process to the accessibility bus; use it under the lock of `ATSPIBackend`.
struct ATSPIConnection: @unchecked Sendable {
    /// The timeout of a single query to an application, in milliseconds.
    static let answerLimit = 2000
    /// The maximum number of events processed before an access, so that a busy application cannot delay the access
    /// forever.
    private static let maximumIterations = 1000
    let library: ATSPILibrary
    let display: XDisplay?

    /// Connects to the accessibility bus.
    ///
    /// - Throws: `AccessibilityError` that names the package to install or the variable to set.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        do {
            library = try ATSPILibrary()
        } catch {
            throw AccessibilityError(
                .noLibrary, "the accessibility library cannot be used: \(error); install it: apt install libatspi2.0-0")
        }
        // Without a session bus the library would start its own, to which no application is connected.
        let variables = ["AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"]
        guard variables.contains(where: { environment[$0]?.isEmpty == false }) else {
            throw AccessibilityError(
                .noSessionBus,
                "there is no session bus, because DBUS_SESSION_BUS_ADDRESS is not set: "
                    + "run the tests and the application under dbus-run-session --")
        }
        // Opened first, because the service that starts the bus also connects to the display. If that were the
        // display's last client, the display would reset when it disconnects.
        display = XDisplay.shared
        // The library cannot be initialised twice, so the bus must exist before the attempt.
        guard library.accessibilityBus() != nil else {
            throw AccessibilityError(
                .noAccessibilityBus,
                "there is no accessibility bus: start the session bus of DBUS_SESSION_BUS_ADDRESS, "
                    + "apt install at-spi2-core, and unset AT_SPI_BUS_ADDRESS")
        }
        _ = library.initialise()
        library.setTimeout(Int32(Self.answerLimit), 0)
    }

    /// Processes pending messages, which would otherwise accumulate in the library.
    ///
    /// - Throws: `AccessibilityError` if this exceeds the timeout, because a message can cause the library to send a
    ///   query.
    func pump() throws {
        let start = ContinuousClock.now
        for _ in 0..<Self.maximumIterations {
            guard library.iterate(nil, 0) != 0 else { return }
            guard start.duration(to: .now) < .milliseconds(Self.answerLimit) else { throw Self.noAnswer }
        }
    }

    static var noAnswer: AccessibilityError {
        AccessibilityError(
            .noAnswer, "the application did not answer within \(answerLimit) ms: its main loop is busy or hangs")
    }

    /// Finds an application by process.
    ///
    /// - Throws: `AccessibilityError` if the application is not on the bus.
    func application(of process: Int32) throws -> ATSPINode {
        guard let desktop = library.desktop(0) else {
            throw AccessibilityError(
                .noAccessibilityBus, "the accessibility bus has no registry: apt install at-spi2-core")
        }
        let list = ATSPINode(owning: desktop, of: library)
        do {
            for index in 0..<(try list.childCount) {
                guard let application = try list.atspiChild(at: index) else { continue }
                // An application that is ending has no process id, so it is not the right one.
                if (try? application.processID) == process { return application }
            }
        } catch is ElementGone {}
        // A zombie counts as ended, although it can still be signalled.
        guard ProcessEntry.isRunning(process) else {
            throw AccessibilityError(.noProcess, "process \(process) has ended: launch the application again")
        }
        throw AccessibilityError(
            .notOnBus,
            "process \(process) provides no windows to assistive technology: it has none yet, uses another bus than the "
                + "tests (DBUS_SESSION_BUS_ADDRESS), or has accessibility switched off (unset NO_AT_BRIDGE)")
    }
}
