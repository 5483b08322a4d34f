/// The environment variables by which a run of the UI tests is told what to do.
public enum SuiteVariable {
    /// The path of the application; without it the one that was built beside the tests.
    public static let program = "DESK_NOTES_PROGRAM"
    /// How each test gets an application as after a launch: `inPlace` (without the variable, too) or `relaunch`.
    public static let strategy = "DESK_NOTES_STRATEGY"
    /// A leak that every test is to make: `handler` or `widget`.
    public static let leak = "DESK_NOTES_LEAK"
    /// The file that the result is written to.
    public static let result = "DESK_NOTES_RESULT"
    /// A failure on purpose: `kill` or `expectation`.
    public static let plant = "DESK_NOTES_PLANT"
}
