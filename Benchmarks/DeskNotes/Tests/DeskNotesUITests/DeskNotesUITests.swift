import Testing

/// The UI tests of Desk Notes: each by itself, by resets or by relaunches.
///
/// `scripts/ui-bench` gives them a screen, runs them in both ways and compares the times. They run in one order only.
/// `scripts/check-ui` runs each alone, to show that none of them needs another one.
@Suite(
    .enabled(if: Desk.hasScreen, "there is no screen: run scripts/ui-bench, which makes one"),
    .judgedAsRun, .noted, .desk(), .serialized, .timeLimit(.minutes(1)))
enum DeskNotesUITests {}
