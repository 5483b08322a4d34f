/// An error that ends the program: a one-line message and an exit code of `sysexits.h`.
struct ProgramFailure: Error, CustomStringConvertible {
    /// The failure and the remedy.
    let description: String
    /// The exit code: 64 for wrong usage, 69 without a display, 70 for an internal error.
    let exitCode: Int32

    /// Returns the failure for invalid arguments.
    static func usage(_ reason: String) -> ProgramFailure {
        ProgramFailure(description: "\(reason); see desk-notes --help", exitCode: 64)
    }

    /// The failure without a display.
    static let noDisplay = ProgramFailure(
        description: "cannot open a display: set DISPLAY, or run it under xvfb-run", exitCode: 69)
}
