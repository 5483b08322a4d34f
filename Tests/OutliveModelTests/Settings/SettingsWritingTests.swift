import Foundation
import OutliveModel
import Testing

struct SettingsWritingTests {
    @Test func `All variables are written, but only the arguments that differ`() throws {
        var settings = ExampleSettings()
        settings.tags = nil
        var input = try settings.input()
        #expect(input.arguments == [])
        #expect(input.fixture == nil)
        #expect(
            input.environment == [
                "CLEAN_STORAGE": "0", "CACHED": "1", "PAID": "", "OWNER": "nobody", "NICKNAME": "",
                "LIMIT": "18446744073709551615", "BIG": "0", "WEIGHT": "", "LEVEL": "-1",
                "HOME_PAGE": "https://example.org/", "COUNTS": #"{"a":1}"#, "TAGS": "",
            ])

        settings.fixture = "Empty Library"
        settings.offset = -5
        settings.isFast = true
        settings.isAnimated = false
        settings.isSilent = false
        settings.theme = .dark
        settings.cleanStorage = true
        input = try settings.input()
        #expect(
            input.arguments == [
                "-SetupFixture", "Empty Library", "-o=-5", "-Fast", "--animated=false", "--silent=false",
                "--theme", "dark",
            ])
        #expect(input.environment["CLEAN_STORAGE"] == "1")
        #expect(try ExampleSettings(input) == settings)
    }

    @Test func `A reset undoes the input of the launch`() throws {
        var launched = ExampleSettings()
        launched.cleanStorage = true
        launched.isPaid = true
        launched.nickname = "n"
        launched.pageSize = 3
        let launch = try launched.input()

        let wanted = try ExampleSettings().input()
        let change = InputChange(arguments: wanted.arguments, environment: wanted.environment)
        #expect(try ExampleSettings(launch.changed(by: change)) == ExampleSettings())
    }

    @Test(arguments: [
        "", "-", "--", "--title", "--page-size=3", "=",
        "a\nb", "\"", "{}", "null", "é", "=\u{338}", "\u{301}",
    ])
    func `Any text is preserved`(text: String) throws {
        var settings = ExampleSettings()
        settings.title = text
        settings.owner = text
        if !text.isEmpty {
            settings.fixture = text
            settings.nickname = text
        }
        settings.stubs = [.init(host: text + "\0", status: 1, paths: [text: -0.0])]
        settings.tags = [text]
        #expect(try ExampleSettings(settings.input()) == settings)
    }

    @Test func `A value that could not be read back is refused`() throws {
        func refusal(_ change: (inout ExampleSettings) -> Void) -> String {
            var settings = ExampleSettings()
            change(&settings)
            do {
                return "\(try settings.input())"
            } catch {
                return "\(error)"
            }
        }
        #expect(refusal { $0.owner = "a\0" } == "'OWNER' cannot be 'a ': a launch cannot pass that")
        #expect(refusal { $0.nickname = "" } == "'NICKNAME' cannot be an empty text, which means nil; use nil")
        #expect(refusal { $0.ratio = .infinity } == "'--ratio' cannot be 'inf': a launch cannot pass that")
        #expect(refusal { $0.stubs = [.init(host: "", status: 1, paths: ["a": .nan])] }.hasPrefix("'--stubs' cannot"))
    }

    @Test func `Changes that need a relaunch are listed`() throws {
        var settings = ExampleSettings()
        #expect(try settings.relaunchOnlyChanges(from: ExampleSettings()) == [])
        settings.pageSize = 3
        settings.tags = Set(["y", "x"])
        #expect(try settings.relaunchOnlyChanges(from: ExampleSettings()) == [])
        settings.tags = nil
        settings.isCached = false
        settings.theme = .dark
        #expect(try settings.relaunchOnlyChanges(from: ExampleSettings()) == ["--theme", "CACHED", "TAGS"])
    }
}
