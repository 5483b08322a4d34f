internal import ArgumentParser
internal import DeskNotesSettings

/// The conditions of a measurement: the builds, the tests and the planted leak.
struct Conditions: Codable, Equatable {
    /// The build configuration of the application.
    var application: BuildConfiguration
    /// The build configuration of the tests.
    var tests = BuildConfiguration.ofThisProgram
    /// The filter that selects the tests, or `nil` for all.
    var filter: String?
    /// A leak that every test plants.
    var leak: DeskSettings.Leak?
}

/// A build configuration of SwiftPM.
enum BuildConfiguration: String, Codable, CaseIterable, ExpressibleByArgument {
    case debug
    case release

    /// The configuration of this program and of the tests, which are built together.
    static var ofThisProgram: Self {
        #if DEBUG
        .debug
        #else
        .release
        #endif
    }
}
