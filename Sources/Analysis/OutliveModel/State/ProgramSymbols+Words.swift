extension ProgramState.Symbols {
    /// The reason why a program seems to have no variables, with the remedy.
    package var remedy: String {
        switch self {
        case .read: "it declares none"
        case .stripped: "the executable is stripped; deploy it with its symbols (no strip, no -s)"
        case .missing:
            "the file of the executable is missing, or was replaced since the start; restart the program, or name the "
                + "folder with the files of a core file (--sysroot)"
        }
    }

    /// What was found without the symbols of the executable, or `nil` if it has them.
    package var note: String? {
        switch self {
        case .read: nil
        case .stripped:
            "only exported variables and the libraries' were found, and of the others the bytes, by their place in the "
                + "executable: \(remedy)"
        case .missing: "only exported variables and the libraries' were found: \(remedy)"
        }
    }
}
