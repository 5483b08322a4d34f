import Foundation
import Testing

/// Finding a recipe by `scripts/bench`, without building anything.
struct BenchScriptTests {
    private func bench(_ arguments: String...) async throws -> Run {
        try await Started("\(Recipe.repository)/scripts/bench", arguments).end()
    }

    @Test func `The help names every recipe`() async throws {
        let run = try await bench("--help")
        #expect(run.status == 0)
        for recipe in Recipe.allCases { #expect(run.output.contains(recipe.rawValue)) }
    }

    @Test func `An unknown recipe is refused with the list of recipes: exit 64`() async throws {
        let run = try await bench("rediss", "--pairs", "3")
        #expect(run.status == 64)
        #expect(run.errors == "scripts/bench: there is no recipe \"rediss\"; the recipes are: nginx postgres redis\n")
    }

    @Test(arguments: ["--leak=timer", "--bleed", "--config=x"])
    func `Options that a recipe replaces are refused: exit 64`(option: String) async throws {
        let run = try await bench("redis", option)
        #expect(run.status == 64)
        #expect(run.errors.split(separator: "\n").count == 1)
    }
}
