import OutliveTestSupport
import OutliveTesting
import Testing

@testable import OutliveUITest

struct ElementTreeTests {
    private func text(of processID: Int32?) async throws -> String {
        let files = try await ElementTree { "tree of \($0)" }.collect(processID: processID)
        #expect(files.map(\.name) == ["elements.txt"])
        return String(decoding: files.first?.bytes ?? [], as: UTF8.self)
    }

    @Test func `The tree of a running application is kept`() async throws {
        #expect(try await text(of: 1) == "tree of 1")
    }

    @Test func `A line states that the application has ended, or that there is none`() async throws {
        #expect(try await text(of: nil) == "no application is running\n")
        let dead: Int32 = 0x7FFF_FFFF
        #expect(try await text(of: dead) == "the application, process \(dead), has ended\n")
    }

    @Test func `The obstacle that hides the elements is kept in their place`() async throws {
        let hung = ElementTree { _ in throw AccessibilityError(.noAnswer, "it hangs") }
        #expect(
            try await hung.collect(processID: 1).map { String(decoding: $0.bytes, as: UTF8.self) } == ["it hangs\n"])
    }

    @Test func `The obstacle that prevents reading is thrown`() async throws {
        await #expect(throws: Broken.self) {
            try await ElementTree { _ in throw Broken("no bus") }.collect(processID: 1)
        }
    }
}
