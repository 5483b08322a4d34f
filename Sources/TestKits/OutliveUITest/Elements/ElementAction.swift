internal import OutliveDriver

/// An action on an element: it waits until the element is usable, runs interruption handlers and reports obstacles.
struct ElementAction {
    let verb: String
    let element: Element
    let limit: Duration
    let fileID: String
    let line: Int

    private var context: UIContext { element.context }

    /// The time for a dialog to disappear after a handler has dismissed it.
    private static let dismissal = Duration.seconds(1)

    /// Performs the action.
    ///
    /// - Parameters:
    ///   - aim: Returns the place to act on, such as the enclosing scroll pane.
    ///   - isFit: Throws an `Obstacle` if the element is of the wrong kind.
    ///   - act: Performs the action, within the access that found no obstacle.
    /// - Throws: `ElementError`, or `CancellationError` if the task is cancelled.
    nonisolated(nonsending) func perform(
        aimingAt aim: (Place) throws -> Place = { $0 }, checking isFit: (Place) throws -> Void = { _ in },
        _ act: (Place, any AccessibleScreen) throws -> Void
    ) async throws {
        var last = Obstacle(code: .notFound, words: "it was not looked for")
        var answers: [InterruptionAnswer] = []
        let failure: Obstacle?
        var waited = limit
        do {
            // The outer optional is `nil` to retry. The inner one is `nil` for success.
            failure = try await wait(for: verb, within: limit, clock: context.clock) { () -> Obstacle?? in
                guard let obstacle = attempt(aim, isFit, act) else { return .some(nil) }
                last = obstacle
                if obstacle.isLasting { return obstacle }
                guard let dialog = obstacle.dialog else { return nil }
                do {
                    answers += try await dismiss(dialog.element(in: context))
                    return nil
                } catch let obstacle as Obstacle {
                    return .some(obstacle)
                }
            }
        } catch let error as WaitFailure {
            failure = explained(last, answers)
            waited = error.waited
        }
        if let failure { throw error(failure, after: waited, answers) }
    }

    /// - Returns: The obstacle, or `nil` if the action was performed.
    private func attempt(
        _ aim: (Place) throws -> Place, _ isFit: (Place) throws -> Void,
        _ act: (Place, any AccessibleScreen) throws -> Void
    ) -> Obstacle? {
        do {
            return try context.look { screen in
                do {
                    let place = try aim(target(on: screen))
                    try isFit(place)
                    if let obstacle = try Scrolling(to: place).reveal(on: screen) { return obstacle }
                    if let obstacle = try HitTest(of: place, on: screen).obstacle() { return obstacle }
                    guard place.states.isUsable else { return Obstacle(code: .disabled, words: "it is disabled") }
                    return try done { try act(place, screen) }
                } catch let obstacle as Obstacle {
                    return obstacle
                }
            }
        } catch is ElementGone {
            return Obstacle(code: .notFound, words: "it went while it was looked at")
        } catch {
            let isLasting = (error as? AccessibilityError)?.isLasting ?? false
            return Obstacle(code: .notSeen, words: "\(error)", isLasting: isLasting)
        }
    }

    /// Performs the action once; it is not repeated after a failure, because a slow application may have performed it.
    private func done(_ act: () throws -> Void) throws -> Obstacle? {
        do {
            try act()
            return nil
        } catch let error as AccessibilityError {
            return Obstacle(code: .notSeen, words: "\(error); it may have been done nevertheless", isLasting: true)
        }
    }

    private func target(on screen: any AccessibleScreen) throws -> Place {
        guard case .only = element.choice else {
            guard let place = try element.place(in: screen) else { throw missing }
            return place
        }
        let places = try element.query.places(in: screen)
        guard let place = places.first else { throw missing }
        guard places.count == 1 else {
            throw Obstacle(code: .ambiguous, words: "there are \(places.count): \(try Self.choice(of: places))")
        }
        return place
    }

    private var missing: Obstacle { Obstacle(code: .notFound, words: "no such element is shown") }

    /// - Returns: The answers of the handlers.
    /// - Throws: An `Obstacle` with the error of a handler.
    private nonisolated(nonsending) func dismiss(_ dialog: Element) async throws -> [InterruptionAnswer] {
        let answers: [InterruptionAnswer]
        do {
            answers = try await context.interruptions.handle(dialog)
            guard answers.last?.isDone == true else { return answers }
        } catch let error as InterruptionHandlerError {
            try Task.checkCancellation()
            guard dialog.exists else { return [] }
            let words = "\(dialog) is in the way, and the handler \"\(error.handler)\" threw: \(error.error)"
            throw Obstacle(code: .handlerFailed, words: words, isLasting: true)
        }
        // Waits so that no handler receives a closing dialog. If it stays, the next attempt reports it.
        _ = try? await dialog.wait(untilNot: \.exists, within: Self.dismissal)
        return answers
    }

    /// Returns the obstacle with the alternatives that are shown instead.
    private func explained(_ obstacle: Obstacle, _ answers: [InterruptionAnswer]) -> Obstacle {
        switch obstacle.code {
        case .notFound:
            // The container of the element may be the missing one.
            var missing = element
            while case .inside(let parent) = missing.query.scope, !parent.exists { missing = parent }
            let query = missing.query
            let found = context.glance { try Self.alternatives(to: query, on: $0) }
            return Obstacle(code: .notFound, words: "no \(missing) is shown" + (found.map { "; \($0)" } ?? ""))
        case .covered where obstacle.dialog != nil:
            let handling =
                if let answer = answers.last, answer.isDone {
                    "the handler \"\(answer.handler)\" said it has dealt with it, and it is still there"
                } else {
                    "no interruption handler has dealt with it"
                }
            return Obstacle(code: .covered, words: "\(obstacle.words), and \(handling)", dialog: obstacle.dialog)
        default: return obstacle
        }
    }

    private func error(_ obstacle: Obstacle, after waited: Duration, _ answers: [InterruptionAnswer]) -> ElementError {
        var words = obstacle.words
        if !obstacle.isLasting {
            words += ", waited \(waited)"
            // An interruption handler can delay an action beyond its limit.
            if let answer = answers.first(where: { $0.time > limit }) {
                words += ": the handler \"\(answer.handler)\" took \(answer.time)"
            }
        }
        return ElementError(
            code: obstacle.code, action: "\(verb) \(element)", reason: words, fileID: fileID,
            line: line)
    }

    /// Describes the elements that are shown instead of the wanted one.
    private static func alternatives(to query: ElementQuery, on screen: any AccessibleScreen) throws -> String {
        let labels = try query.otherLabels(in: screen)
        if !labels.isEmpty { return "there are \(list(labels.map(quoted)))" }
        let windows = ElementQuery(context: query.context, scope: .windows, roles: nil)
        let hasWindows = try !windows.places(in: screen, atMost: 1).isEmpty
        return hasWindows ? "there are none with a label" : "the application shows no windows"
    }

    /// Describes several matches and how to choose one, by frame if their labels are equal.
    private static func choice(of places: [Place]) throws -> String {
        let labels = try places.map { try $0.node.label }
        guard Set(labels).count == 1 else { return "\(list(labels.map(quoted))); say which, as by a label" }
        let words = try zip(labels, places).map { label, place in
            quoted(label) + (try place.node.frame.map { " (\($0))" } ?? "")
        }
        return "\(list(words)); say which: .first, .element(at:), or by the element that it is in"
    }

    private static func quoted(_ label: String) -> String { "\"\(label)\"" }

    private static func list(_ words: [String]) -> String {
        let shown = words.prefix(6).joined(separator: ", ")
        return words.count > 6 ? "\(shown) and \(words.count - 6) more" : shown
    }
}
