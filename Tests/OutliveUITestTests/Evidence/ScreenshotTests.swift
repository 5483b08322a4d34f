import Foundation
import OutliveDriver
import OutliveModel
import Testing

@testable import OutliveUITest

struct ScreenshotTests {
    private static let xvfb = Command(program: "xvfb-run")
    private static let importer = Command(program: "import")

    /// A screenshot with a time limit that no machine exceeds.
    private static func screenshot(
        by line: String, display: String = ":99", limit: Duration = .seconds(600)
    ) -> Screenshot {
        let words = line.split(separator: " ").map(String.init)
        return Screenshot(
            by: Command(program: words[0], arguments: Array(words.dropFirst())), environment: ["DISPLAY": display],
            programLimit: limit)
    }

    @Test(.enabled(if: xvfb.isInstalled && importer.isInstalled, "needs xvfb-run and ImageMagick"))
    func `A screenshot is the whole screen, in one PNG file`() async throws {
        // A screen of its own: this run may have none.
        let screenshot = Screenshot(
            by: Command(
                program: "xvfb-run",
                arguments: ["-a", "-s", "-screen 0 320x200x24", "import", "-silent", "-window", "root", "png:-"]),
            environment: ["DISPLAY": ":99"], programLimit: .seconds(600))
        let bytes = try await screenshot.png()
        #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        // The first chunk is the header: length, name, width, height.
        #expect(Array(bytes[16..<24]) == [0, 0, 320 >> 8, 320 & 0xFF, 0, 0, 0, 200])
        #expect(Array(bytes.suffix(8).prefix(4)) == Array("IEND".utf8))
    }

    @Test func `The output of the program is the file`() async throws {
        let files = try await Self.screenshot(by: "printf a%s\\n\\0 b").collect(processID: nil)
        #expect(files == [EvidenceFile(name: "screenshot.png", bytes: Array("ab\n\0".utf8))])
    }

    @Test(arguments: [
        ("printf x", "", "DISPLAY is not set: run the tests with 'xvfb-run"),
        ("no-such-import x", ":99", "install ImageMagick, for example with 'apt-get install imagemagick'"),
        ("false", ":99", "the screenshot 'false' ended with status 1"),
    ])
    func `A missing or failing program is reported`(command: String, display: String, message: String) async throws {
        let error = await #expect(throws: Failure.self) {
            try await Self.screenshot(by: command, display: display).png()
        }
        #expect(try #require(error).message.contains(message), "\(error?.message ?? "")")
    }

    @Test func `A program that takes too long is killed`() async throws {
        let error = await #expect(throws: Failure.self) {
            try await Self.screenshot(by: "sleep 1000", limit: .milliseconds(50)).png()
        }
        #expect(try #require(error).message.contains("the screenshot 'sleep 1000' took more than 0.05 seconds"))
    }
}
