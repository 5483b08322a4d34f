internal import ArgumentParser

/// `figures`: measures what the project promises, a subject at a time; `scripts/figures` puts all in one table.
///
/// Each subject is a process of its own, so that no other's memory is in its figures.
@main
struct FiguresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "Measures the figures that the project promises; prints a line for each.",
        subcommands: [
            TrackCommand.self, TrackSamplesCommand.self, SweepCommand.self, GenerationCommand.self,
            MemoryCommand.self, PingCommand.self, LaunchCommand.self, CoverageCommand.self,
            OverheadCommand.self, HeapLoopCommand.self, HeapServerCommand.self, HeapMemoryCommand.self,
            SoakSampleCommand.self, HeapTracesCommand.self, TestLogCommand.self,
        ])
}
