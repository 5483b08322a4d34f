import OutliveSupport
import Testing

@testable import OutliveUITest

struct ATSPIConnectionTests {
    private static var hasLibrary: Bool { (try? DynamicLibrary(loading: ATSPILibrary.fileName)) != nil }

    @Test(.enabled(if: hasLibrary))
    func `Without a session bus the error says to start one`() {
        let error = #expect(throws: AccessibilityError.self) { try ATSPIConnection(environment: [:]) }
        #expect(error?.code == .noSessionBus)
        #expect(error?.description.contains("dbus-run-session") == true)
    }

    @Test(.enabled(if: !hasLibrary))
    func `Without the library the error says to install it`() {
        let error = #expect(throws: AccessibilityError.self) { try ATSPIConnection(environment: [:]) }
        #expect(error?.code == .noLibrary)
        #expect(error?.description.contains("apt install") == true)
    }
}
