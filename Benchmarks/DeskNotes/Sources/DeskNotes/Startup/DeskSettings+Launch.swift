internal import DeskNotesSettings
internal import Outlive

extension DeskSettings {
    /// Reads the settings of a launch or of a reset.
    ///
    /// - Throws: `ProgramFailure` that names the invalid setting.
    init(of input: LaunchInput) throws {
        do {
            try self.init(input)
        } catch let error as SettingsError {
            throw ProgramFailure.usage(error.description)
        }
        func check(_ seconds: Double, _ key: CodingKeys) throws {
            guard (0...3_600).contains(seconds) else {
                throw ProgramFailure.usage("\(key.rawValue) is \(seconds), which is not in 0...3600 seconds")
            }
        }
        try check(syncSeconds, .syncSeconds)
        if let tipAfter { try check(tipAfter, .tipAfter) }
    }

    /// The text of `--help`.
    static let help = """
        desk-notes: short notes in a window

          --open LINK            begin with notes://new, or with notes://note/TITLE
          --signed-in NAME       begin signed in
          --sync-seconds NUMBER  how long the server takes to synchronise, 0...3600 (0.2)
          --sync-fails           the server refuses to synchronise
          --tip-after NUMBER     show a tip after so many seconds, 0...3600
          --leak KIND            leak on purpose: \(Leak.allCases.map(\.rawValue).joined(separator: ", "))
          --help                 show this
        """
}
