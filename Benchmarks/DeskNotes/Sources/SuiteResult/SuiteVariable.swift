/// The environment variables that control a run of the UI tests.
public enum SuiteVariable {
    /// The path of the application; by default the one built beside the tests.
    public static let program = "DESK_NOTES_PROGRAM"
    /// The strategy that gives each test a fresh application: `inPlace` (the default) or `relaunch`.
    public static let strategy = "DESK_NOTES_STRATEGY"
    /// A leak that every test plants: `handler` or `widget`.
    public static let leak = "DESK_NOTES_LEAK"
    /// The file that the result is written to.
    public static let result = "DESK_NOTES_RESULT"
    /// A deliberate failure: `kill` or `expectation`.
    public static let plant = "DESK_NOTES_PLANT"
}
