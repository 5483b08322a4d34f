import Testing

/// The UI tests of Desk Notes: each by itself, by resets or by relaunches.
///
/// `scripts/ui-bench` gives them a screen, runs them in both ways and compares the times. They run in one order only;
/// that none of them needs another one `scripts/check-ui` makes sure of, which runs each alone.
@Suite(
    .enabled(if: Desk.hasScreen, "there is no screen: run scripts/ui-bench, which makes one"),
    .judgedAsRun, .noted, .desk(), .serialized, .timeLimit(.minutes(1)))
enum DeskNotesUITests {}
