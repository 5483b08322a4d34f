internal import ArgumentParser

/// `figures`: measures the promised figures, one subject at a time; `scripts/figures` puts them in one table.
///
/// Each subject is a process of its own, so that the memory of the others does not count.
@main
struct FiguresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "Measures the figures that the project promises; prints a line for each.",
        subcommands: [
            TrackCommand.self, TrackSamplesCommand.self, SweepCommand.self, GenerationCommand.self,
            MemoryCommand.self, PingCommand.self, LaunchCommand.self, CoverageCommand.self,
            OverheadCommand.self, HeapLoopCommand.self, HeapServerCommand.self, HeapMemoryCommand.self,
            HeapTracesCommand.self, PagesCommand.self, TestLogCommand.self,
        ])
}
