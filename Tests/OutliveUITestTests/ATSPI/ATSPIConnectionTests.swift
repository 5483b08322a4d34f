import OutliveSupport
import Testing

@testable import OutliveUITest

@Suite("connecting to the accessibility bus")
struct ATSPIConnectionTests {
    private static var hasLibrary: Bool { (try? DynamicLibrary(loading: ATSPILibrary.fileName)) != nil }

    @Test("without a session bus it is told to start one", .enabled(if: hasLibrary))
    func noSessionBus() {
        let error = #expect(throws: AccessibilityError.self) { try ATSPIConnection(environment: [:]) }
        #expect(error?.code == .noSessionBus)
        #expect(error?.description.contains("dbus-run-session") == true)
    }

    @Test("without the library it is told what to install", .enabled(if: !hasLibrary))
    func noLibrary() {
        let error = #expect(throws: AccessibilityError.self) { try ATSPIConnection(environment: [:]) }
        #expect(error?.code == .noLibrary)
        #expect(error?.description.contains("apt install") == true)
    }
}
