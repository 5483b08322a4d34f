extension ApplicationConfiguration {
    /// The path of the launched executable, or `nil` if there is none or its name depends on the start.
    package var executable: String? {
        let here = Placeholders(port: 1, directory: "{dir}", instance: 0, here: here)
        return (try? launch.filled(with: here))?.executable
    }
}
