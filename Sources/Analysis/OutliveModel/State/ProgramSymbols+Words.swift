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

    /// What is missing beside the variables of libraries, or `nil` if nothing is.
    package var note: String? {
        self == .read ? nil : "only variables of libraries were found: \(remedy)"
    }
}
