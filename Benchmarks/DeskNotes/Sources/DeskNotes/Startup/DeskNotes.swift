internal import CGtk3
internal import DeskNotesSettings
internal import Foundation
internal import Outlive
internal import OutliveGTK

/// A notes application with a window, made to be reset in place and tested through its user interface.
@main struct DeskNotes {
    @MainActor static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") || arguments.contains("-h") {
            return print(DeskSettings.help)
        }
        do {
            _ = try DeskSettings(of: .ofProcess)
            guard gtk_init_check(nil, nil) != 0 else { throw ProgramFailure.noDisplay }
            try GLibMainLoop.servesMainActor()
            Style.install()
            Task { await run() }
            gtk_main()
        } catch {
            fail(error)
        }
    }

    @MainActor private static func run() async {
        do {
            let host = await ResetHost.ofDeskNotes {
                gtk_main_quit()
            }
            try await host.start()
        } catch {
            fail(error)
        }
    }

    private static func fail(_ error: any Error) -> Never {
        StandardError.write("\(error)")
        exit((error as? ProgramFailure)?.exitCode ?? 70)
    }
}
