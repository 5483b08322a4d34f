internal import ArgumentParser
internal import DeskNotesSettings

/// What is measured: how it was built, and which tests, with what.
struct Conditions: Codable, Equatable {
    /// How the application was built.
    var application: BuildConfiguration
    /// How the tests were built.
    var tests = BuildConfiguration.ofThisProgram
    /// Which tests are run; nil for all.
    var filter: String?
    /// A leak that every test makes.
    var leak: DeskSettings.Leak?
}

/// A way of SwiftPM's to build something.
enum BuildConfiguration: String, Codable, CaseIterable, ExpressibleByArgument {
    case debug
    case release

    /// The one of this program, and of the tests, which are built with it.
    static var ofThisProgram: Self {
        #if DEBUG
        .debug
        #else
        .release
        #endif
    }
}
