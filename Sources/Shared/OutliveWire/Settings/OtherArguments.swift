/// The treatment of launch arguments that are no settings.
public enum OtherArguments: Hashable, Sendable {
    /// They are refused, with a suggestion if a setting has a similar spelling.
    case refused
    /// They are skipped, because the application has options, commands or operands of its own.
    ///
    /// An option of the application whose value equals the spelling of a setting is misread as that setting.
    case ignored
}
