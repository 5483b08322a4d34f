/// Why the program ends with an error: one line for people, and an exit code of `sysexits.h`.
struct ProgramFailure: Error, CustomStringConvertible {
    /// What happened, and what to do.
    let description: String
    /// 64 for a wrong use, 69 for a display that is not there, 70 for what should not happen.
    let exitCode: Int32

    /// Arguments that cannot be used.
    static func usage(_ reason: String) -> ProgramFailure {
        ProgramFailure(description: "\(reason); see desk-notes --help", exitCode: 64)
    }

    /// No screen to show a window on.
    static let noDisplay = ProgramFailure(
        description: "cannot open a display: set DISPLAY, or run it under xvfb-run", exitCode: 69)
}
