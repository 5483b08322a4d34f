/// A pause of a reset after a phase or step, in which the harness reads the process.
///
/// The harness creates the file `orderName` in `OUTLIVE_DIR`. The application then writes `step.json` after each part of
/// a reset that begins while the file exists, and goes on once the harness has removed it. After `longest` it removes both
/// files, as the harness is gone.
package struct StepPause: Codable, Hashable, Sendable {
    /// The name of the file in `OUTLIVE_DIR` that asks for the pauses.
    package static let orderName = "pause-after-steps"
    /// The name of the file in `OUTLIVE_DIR` that exists during a pause.
    package static let fileName = "step.json"
    /// The longest pause, after which the application takes the harness for gone.
    package static let longest = Duration.seconds(10)

    /// The version of the files in `OUTLIVE_DIR`.
    package var version = ResetRequest.currentVersion
    /// The part of the reset that has ended: `teardown`, or `teardown/store` for a step.
    package var step: String

    package init(step: String) { self.step = step }
}
