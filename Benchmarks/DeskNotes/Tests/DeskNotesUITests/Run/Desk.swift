import DeskNotesSettings
import Foundation
import OutliveDriver
import OutliveUITest
import SuiteResult

/// The application that all tests share, one at a time, because there is only one screen and one pointer.
enum Desk {
    private static let environment = ProcessInfo.processInfo.environment

    /// `true` if there is a screen for windows.
    static let hasScreen = !(environment["DISPLAY"] ?? "").isEmpty

    /// The strategy that gives each test a fresh application.
    static let strategy = chosen(SuiteVariable.strategy, ResetStrategy.self) ?? .inPlace
    /// A leak that every test plants.
    static let leak = chosen(SuiteVariable.leak, DeskSettings.Leak.self)
    /// A deliberate failure.
    static let plant = chosen(SuiteVariable.plant, PlantedFailure.self)
    /// The file that the result of the run is written to.
    static let resultFile = environment[SuiteVariable.result]

    /// The application.
    static let app: AppUnderTest<DeskSettings> = {
        do {
            let program = try environment[SuiteVariable.program] ?? BuiltProduct.path("desk-notes")
            let configuration = try ApplicationConfiguration(
                launch: "'\(program.replacing("'", with: #"'\''"#))'", ready: "notify", reset: "signal:RTMIN+1",
                // This is also the time limit for tasks that a test left hanging.
                timeout: .seconds(10), leaks: .require)
            return try AppUnderTest(configuration, settings: DeskSettings.self, strategy: strategy)
        } catch {
            fatalError("the application cannot be tested: \(error)")
        }
    }()

    private static func chosen<Choice: RawRepresentable<String> & CaseIterable>(
        _ variable: String, _: Choice.Type
    ) -> Choice? {
        guard let text = environment[variable], !text.isEmpty else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let choices = Choice.allCases.map(\.rawValue).joined(separator: " or ")
        fatalError("\(variable)='\(text)' cannot be used: set it to \(choices), or not at all")
    }
}

/// A deliberate failure, to check how it is reported.
enum PlantedFailure: String, CaseIterable {
    /// Kills the application in the middle of a test.
    case kill
    /// Makes an expectation fail.
    case expectation
}

extension DeskSettings {
    /// Creates the defaults, changed by `change`, with the leak that the run plants.
    init(_ change: (inout DeskSettings) -> Void) {
        self.init()
        leak = Desk.leak
        change(&self)
    }
}
