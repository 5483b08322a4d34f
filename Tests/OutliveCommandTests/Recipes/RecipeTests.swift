import Foundation
import OutliveModel
import Testing

/// The recipes of foreign daemons, on the daemons; and what the same recipes come to when they are wrong.
@Suite(.serialized)
struct RecipeTests {
    @Suite(.serialized, .enabled(if: Recipe.redis.isInstalled, "redis is not installed"))
    struct Redis {
        @Test func `The recipe measures redis, and its reset is complete`() async throws {
            try await expectMeasurement(.redis, arms: ["relaunch", "flushall", "flushdb-async"])
        }

        @Test(arguments: [
            WrongRecipe.unacknowledged, .noOperation, .fixedPort { "{here}/launch {dir} \($0)" },
        ])
        func `A wrong recipe of redis is refused or fails, with the reason`(recipe: WrongRecipe) async throws {
            try await expectRefusal(of: recipe, .redis)
        }
    }

    @Suite(.serialized, .enabled(if: Recipe.postgres.isInstalled, "postgres is not installed"))
    struct Postgres {
        @Test func `The recipe measures postgres, and its reset is complete`() async throws {
            try await expectMeasurement(.postgres, arms: ["relaunch", "template", "truncate"])
        }

        @Test(arguments: [
            WrongRecipe.unacknowledged, .noOperation,
            .fixedPort { "{here}/launch {dir} -c listen_addresses=127.0.0.1 -c port=\($0)" },
        ])
        func `A wrong recipe of postgres is refused or fails, with the reason`(recipe: WrongRecipe) async throws {
            try await expectRefusal(of: recipe, .postgres)
        }
    }

    @Suite(.serialized, .enabled(if: Recipe.nginx.isInstalled, "nginx is not installed"))
    struct Nginx {
        @Test func `The recipe measures nginx, and its reset is complete`() async throws {
            try await expectMeasurement(.nginx, arms: nil)
        }

        @Test(arguments: [
            WrongRecipe.neverAcknowledged, .noOperation, .unpassedPort,
            // The old workers answer at once.
            WrongRecipe(
                description: "false acknowledgement", options: ["--done", "http://127.0.0.1:{port}/page-1.txt"],
                status: 3, failure: .falseAcknowledgement, reason: "with success before the reset is requested"),
        ])
        func `A wrong recipe of nginx is refused or fails, with the reason`(recipe: WrongRecipe) async throws {
            try await expectRefusal(of: recipe, .nginx)
        }
    }
}

/// - Parameter names: the arms of the recipe, or `nil` for a relaunch and one reset.
private func expectMeasurement(_ recipe: Recipe, arms names: [String]?) async throws {
    let (run, written) = try await recipe.run(["--pairs", "6", "--warmup", "0", "--soak", "2"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let arms = (names ?? ["launch", "reset"]).map(Arm.init)
    for arm in arms.dropFirst() {
        let words = try Regex(
            "\(arm.rawValue) (\\S+x (faster|slower)|not clearly faster or slower) than relaunch, 95 % CI")
        #expect(run.lastLine.contains(words), "\(run.lastLine)")
    }
    let report = try #require(written)
    #expect(report.comparison?.arms.map(\.arm) == arms)
    #expect(report.fidelity?.failing.isEmpty == true)
    if names != nil { #expect(Set(report.fidelity?.arms?.map(\.arm) ?? []) == Set(arms.dropFirst())) }
    #expect(report.isolation == .twoInstances)
    #expect(report.fallbacks == 0)
    #expect(report.stateDifferences.isEmpty)
    for arm in arms { #expect(report.samples.count { $0.arm == arm && !$0.warmup } == 6) }
    #expect(report.soak.count == 2)
}

private func expectRefusal(of wrong: WrongRecipe, _ recipe: Recipe) async throws {
    let (run, report) = try await recipe.run(["--pairs", "1", "--warmup", "0", "--soak", "0"] + wrong.options)
    #expect(run.status == wrong.status, "\(run.output)\(run.errors)")
    #expect((run.output + run.errors).replacing(/\s+/, with: " ").contains(wrong.reason), "\(run.output)\(run.errors)")
    #expect(report?.failures.first?.code == wrong.failure)
}
