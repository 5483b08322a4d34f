import OutliveSupport
import Testing

@testable import OutliveUITest

@Suite("connecting to the accessibility bus")
struct ATSPIConnectionTests {
    private static var hasLibrary: Bool { (try? DynamicLibrary(loading: ATSPILibrary.fileName)) != nil }

    @Test(.enabled(if: hasLibrary))
    func `without a session bus it is told to start one`() {
        let error = #expect(throws: AccessibilityError.self) { try ATSPIConnection(environment: [:]) }
        #expect(error?.code == .noSessionBus)
        #expect(error?.description.contains("dbus-run-session") == true)
    }

    @Test(.enabled(if: !hasLibrary))
    func `without the library it is told what to install`() {
        let error = #expect(throws: AccessibilityError.self) { try ATSPIConnection(environment: [:]) }
        #expect(error?.code == .noLibrary)
        #expect(error?.description.contains("apt install") == true)
    }
}
