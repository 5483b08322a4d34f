import DeskNotesSettings
import Foundation
import OutliveDriver
import OutliveUITest
import SuiteResult

/// The application that all tests share, one at a time: there is one screen, and one pointer.
enum Desk {
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether there is a screen for windows to be on.
    static let hasScreen = !(environment["DISPLAY"] ?? "").isEmpty

    /// How each test gets an application as after a launch.
    static let strategy = chosen(SuiteVariable.strategy, ResetStrategy.self) ?? .inPlace
    /// A leak that every test makes.
    static let leak = chosen(SuiteVariable.leak, DeskSettings.Leak.self)
    /// A failure on purpose.
    static let plant = chosen(SuiteVariable.plant, PlantedFailure.self)
    /// The file that the result of the run is written to.
    static let resultFile = environment[SuiteVariable.result]

    /// The application.
    static let app: AppUnderTest<DeskSettings> = {
        do {
            let program = try environment[SuiteVariable.program] ?? BuiltProduct.path("desk-notes")
            let configuration = try ApplicationConfiguration(
                launch: "'\(program.replacing("'", with: #"'\''"#))'", ready: "notify", reset: "signal:RTMIN+1",
                // What a test leaves hung is waited for as long.
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

/// A failure that is made on purpose, to see what comes of it.
enum PlantedFailure: String, CaseIterable {
    /// The application is killed in the middle of a test.
    case kill
    /// An expectation does not hold.
    case expectation
}

extension DeskSettings {
    /// The defaults but for what `change` sets, with the leak that the run is to make.
    init(_ change: (inout DeskSettings) -> Void) {
        self.init()
        leak = Desk.leak
        change(&self)
    }
}
