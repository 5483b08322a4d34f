public import OutliveTesting

extension LiveApp {
    /// The windows of the application that the test was lent.
    ///
    /// Take it once in a test: an interruption handler is known to the value that it was added to, and to what comes
    /// from that.
    public var ui: UIApplication { UIApplication { [app] in app.processID } }
}
