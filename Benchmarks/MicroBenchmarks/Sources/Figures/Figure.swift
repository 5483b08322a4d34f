/// A figure that the project promises, and what was measured.
struct Figure {
    /// What is measured.
    let name: String
    /// What is promised, in words.
    let goal: String
    /// What was measured, with its unit and the number of samples.
    let measured: String
    /// Whether the promise holds.
    let holds: Bool

    /// Prints the figure as a row of `scripts/figures`: its columns, with a tab between any two.
    func show() {
        print(name, goal, measured, holds ? "pass" : "MISS", separator: "\t")
    }
}
