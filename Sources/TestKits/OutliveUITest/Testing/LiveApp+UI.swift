public import OutliveTesting

extension LiveApp {
    /// The windows of the test's application.
    ///
    /// Store the value in the test: each access returns a new one without the interruption handlers of earlier ones.
    public var ui: UIApplication { UIApplication { [app] in app.processID } }
}
