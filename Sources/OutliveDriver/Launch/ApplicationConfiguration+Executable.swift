extension ApplicationConfiguration {
    /// The file that the launch command starts; nil where there is none, or its name depends on the start.
    public var executable: String? {
        let here = Placeholders(port: 1, directory: "{dir}", instance: 0, here: here)
        return (try? launch.filled(with: here))?.executable
    }
}
