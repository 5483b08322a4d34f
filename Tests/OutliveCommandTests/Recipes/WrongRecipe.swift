import OutliveModel

/// A recipe made wrong by options that win over its own, and what has to become of it.
struct WrongRecipe: Sendable, CustomStringConvertible {
    /// The description of the mistake.
    let description: String
    /// The options with the mistake.
    let options: [String]
    /// The exit code.
    let status: Int32
    /// The failure in the report, or `nil` if there is none.
    var failure: Failure.Code?
    /// The message for the user, on either stream.
    let reason: String

    /// Nothing acknowledges the end of a reset, so the recipe is refused before anything starts.
    static let unacknowledged = WrongRecipe(
        description: "no acknowledgement", options: ["--ready", "line:ready", "--reset", "signal:URG"], status: 64,
        reason: "nothing acknowledges the reset 'signal:URG'")

    /// The acknowledgement never comes, so the run is given up after three resets.
    static let neverAcknowledged = WrongRecipe(
        description: "no acknowledgement",
        options: ["--reset", "signal:URG", "--done", "line:over", "--timeout", "10s", "--pairs", "0", "--soak", "3"],
        status: 3, failure: .resetFailed, reason: "did not acknowledge the reset within 10 s")

    /// A reset that resets nothing, so what the work left is still there.
    static let noOperation = WrongRecipe(
        description: "no-op reset", options: ["--reset", "exec:true", "--done", "exit"], status: 1,
        reason: "first seen after reset 1")

    /// The reset is sent to a port that the launched program does not get.
    static let unpassedPort = WrongRecipe(
        description: "port not passed on",
        options: ["--launch", "{here}/launch {dir} 1", "--ready", "line:ready", "--work", "exec:true"], status: 64,
        reason: "--reset uses {port}, and --launch does not pass it on")

    /// Two instances are to live side by side at one port.
    ///
    /// - Parameter launch: the command, of which the rest is a port.
    static func fixedPort(_ launch: (UInt16) -> String) -> WrongRecipe {
        let port = (try? Listener.freePort()) ?? 0
        return WrongRecipe(
            description: "fixed port",
            options: [
                "--launch", launch(port), "--ready", "tcp:127.0.0.1:\(port)", "--work", "exec:true", "--probe",
                "exec:true",
            ],
            status: 3, failure: .endpointTaken, reason: "another server already listens at 127.0.0.1:\(port)")
    }
}
