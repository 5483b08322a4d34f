import DeskNotesSettings
import OutliveTesting
import Testing

@testable import desk_notes

struct DeskSettingsTests {
    @Test func `The application reads the settings of its test`() throws {
        var settings = DeskSettings()
        settings.open = "notes://note/Tea"
        settings.signedIn = "ada@example.org"
        settings.syncSeconds = 5
        settings.syncFails = true
        settings.tipAfter = 0.5
        settings.leak = .widget
        #expect(try DeskSettings(of: settings.input()) == settings)
    }

    @Test(arguments: [
        ["--opne", "notes://new"], ["--sync-seconds", "soon"], ["--sync-seconds", "-1"], ["--tip-after", "3601"],
        ["--leak", "everything"], ["file.json"],
    ])
    func `An unusable setting is named in one line, with the exit code of wrong use`(words: [String]) {
        let failure = #expect(throws: ProgramFailure.self) { try DeskSettings(of: LaunchInput(arguments: words)) }
        #expect(failure?.exitCode == 64)
        #expect(failure?.description.contains(words[0]) == true)
        #expect(failure?.description.contains("\n") == false)
    }

    @Test func `The help names every setting`() {
        for key in DeskSettings.CodingKeys.allCases { #expect(DeskSettings.help.contains(key.rawValue)) }
    }
}
