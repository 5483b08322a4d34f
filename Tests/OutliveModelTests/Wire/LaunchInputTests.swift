import OutliveModel
import Testing

struct LaunchInputTests {
    private let launch = LaunchInput(arguments: ["-v"], environment: ["A": "1", "B": "2"], fixture: "/tmp/a")

    @Test func `A field without a change stays as at the launch`() {
        #expect(launch.changed(by: InputChange()) == launch)
        #expect(
            launch.changed(by: InputChange(environment: ["B": "3"]))
                == LaunchInput(arguments: ["-v"], environment: ["A": "1", "B": "3"], fixture: "/tmp/a"))
    }

    @Test func `An empty list of arguments has none, and the fixture none is no fixture`() {
        let changed = launch.changed(by: InputChange(arguments: [], fixture: .none))
        #expect(changed.arguments.isEmpty)
        #expect(changed.fixture == nil)
    }

    @Test func `A fixture of the request replaces the launch's`() {
        #expect(launch.changed(by: InputChange(fixture: .path("/tmp/b"))).fixture == "/tmp/b")
    }

    @Test func `A change to an input leads to its arguments and its fixture`() {
        let wanted = LaunchInput(arguments: [], environment: ["A": "9"])
        let changed = launch.changed(by: InputChange(to: wanted))
        #expect(changed == LaunchInput(arguments: [], environment: ["A": "9", "B": "2"]))
        #expect(FixtureChange(to: "") == .none)
        #expect(FixtureChange(to: "/tmp/b") == .path("/tmp/b"))
    }
}
