/// A figure that the project promises, with its measured value.
struct Figure {
    /// The name of the figure.
    let name: String
    /// The promised value, as text.
    let goal: String
    /// The measured value, with its unit and the number of samples.
    let measured: String
    /// `true` if the measured value meets the goal.
    let holds: Bool

    /// Prints the figure as a row of `scripts/figures`, with tabs between its columns.
    func show() {
        print(name, goal, measured, holds ? "pass" : "MISS", separator: "\t")
    }
}
