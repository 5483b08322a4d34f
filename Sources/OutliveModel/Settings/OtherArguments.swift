/// What becomes of launch arguments that are no settings.
public enum OtherArguments: Hashable, Sendable {
    /// They are refused, with the nearest setting where the spelling is close.
    case refused
    /// They are skipped: the application has options, commands or operands of its own.
    ///
    /// An option of the application that takes the spelling of a setting as its value cannot be told apart.
    case ignored
}
