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
    ///   - aim: Returns the element to act on, such as the enclosing scroll pane.
    ///   - check: Throws an `Obstacle` if the element is of the wrong kind.
    ///   - act: Performs the action, within the access that found no obstacle.
    /// - Throws: `ElementError`, or `CancellationError` if the task is cancelled.
    nonisolated(nonsending) func perform(
        at aim: (LocatedNode) throws -> LocatedNode = { $0 }, checking check: (LocatedNode) throws -> Void = { _ in },
        _ act: (LocatedNode, any AccessibleScreen) throws -> Void
    ) async throws {
        var last = Obstacle(.notFound, "no check was made")
        var answers: [InterruptionAnswer] = []
        let failure: Obstacle?
        var waited = limit
        do {
            // The outer optional is `nil` to retry. The inner one is `nil` for success.
            failure = try await wait(for: verb, within: limit, clock: context.clock) { () -> Obstacle?? in
                guard let obstacle = attempt(aim, check, act) else { return .some(nil) }
                last = obstacle
                if obstacle.isPermanent { return obstacle }
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

    /// Tries to perform the action.
    ///
    /// - Returns: The obstacle, or `nil` if the action was performed.
    private func attempt(
        _ aim: (LocatedNode) throws -> LocatedNode, _ check: (LocatedNode) throws -> Void,
        _ act: (LocatedNode, any AccessibleScreen) throws -> Void
    ) -> Obstacle? {
        do {
            return try context.access { screen in
                do {
                    let target = try aim(target(on: screen))
                    try check(target)
                    if let obstacle = try Scrolling(to: target).reveal(on: screen) { return obstacle }
                    if let obstacle = try HitTest(of: target, on: screen).obstacle() { return obstacle }
                    guard target.states.isUsable else { return Obstacle(.disabled, "it is disabled") }
                    return try once { try act(target, screen) }
                } catch let obstacle as Obstacle {
                    return obstacle
                }
            }
        } catch is ElementGone {
            return Obstacle(.notFound, "it disappeared during the check")
        } catch {
            let isPermanent = (error as? AccessibilityError)?.isPermanent ?? false
            return Obstacle(.notSeen, "\(error)", isPermanent: isPermanent)
        }
    }

    /// Performs the action only once. It is not repeated after a failure, because a slow application may have performed
    /// it.
    private func once(_ act: () throws -> Void) throws -> Obstacle? {
        do {
            try act()
            return nil
        } catch let error as AccessibilityError {
            return Obstacle(.notSeen, "\(error); the action may have been performed", isPermanent: true)
        }
    }

    private func target(on screen: any AccessibleScreen) throws -> LocatedNode {
        let missing = Obstacle(.notFound, "no such element is shown")
        guard case .only = element.choice else {
            guard let match = try element.match(in: screen) else { throw missing }
            return match
        }
        let matches = try element.query.matches(in: screen)
        guard let match = matches.first else { throw missing }
        guard matches.count == 1 else {
            throw Obstacle(.ambiguous, "\(matches.count) elements match: \(try Self.choices(of: matches))")
        }
        return match
    }

    /// Calls the interruption handlers for a dialog, and waits a moment for it to disappear.
    ///
    /// - Returns: The answers of the handlers.
    /// - Throws: An `Obstacle` with the error of a handler.
    private nonisolated(nonsending) func dismiss(_ dialog: Element) async throws -> [InterruptionAnswer] {
        let answers = try await context.interruptions.handle(dialog)
        guard answers.last?.isDone == true else { return answers }
        // Waits so that no handler receives a dialog that is already closing. If it stays, the next attempt reports it.
        _ = try? await dialog.wait(untilNot: \.exists, within: Self.dismissal)
        return answers
    }

    /// Returns the obstacle with an explanation, such as the elements that are shown instead.
    private func explained(_ obstacle: Obstacle, _ answers: [InterruptionAnswer]) -> Obstacle {
        switch obstacle.code {
        case .notFound:
            // The container of the element may be missing instead.
            var missing = element
            while case .inside(let parent) = missing.query.scope, !parent.exists { missing = parent }
            let query = missing.query
            let alternatives = context.read { try Self.alternatives(to: query, on: $0) }
            return Obstacle(.notFound, "no \(missing) is shown" + (alternatives.map { "; \($0)" } ?? ""))
        case .covered where obstacle.dialog != nil:
            let handling =
                if let answer = answers.last, answer.isDone {
                    "the handler \"\(answer.handler)\" returned true, but it is still shown"
                } else {
                    "no interruption handler dismissed it"
                }
            return Obstacle(.covered, "\(obstacle.reason), and \(handling)", dialog: obstacle.dialog)
        default: return obstacle
        }
    }

    private func error(_ obstacle: Obstacle, after waited: Duration, _ answers: [InterruptionAnswer]) -> ElementError {
        var reason = obstacle.reason
        if !obstacle.isPermanent {
            reason += ", waited \(waited)"
            // An interruption handler can delay an action beyond its limit.
            if let answer = answers.first(where: { $0.time > limit }) {
                reason += ": the handler \"\(answer.handler)\" took \(answer.time)"
            }
        }
        return ElementError(
            code: obstacle.code, action: "\(verb) \(element)", reason: reason, fileID: fileID, line: line)
    }

    private static func alternatives(to query: ElementQuery, on screen: any AccessibleScreen) throws -> String {
        let labels = try query.otherLabels(in: screen)
        if !labels.isEmpty { return "shown instead: \(list(labels.map(quoted)))" }
        let windows = ElementQuery(context: query.context, scope: .windows)
        let hasWindows = try !windows.matches(in: screen, atMost: 1).isEmpty
        return hasWindows ? "none with a label is shown" : "the application shows no windows"
    }

    /// Describes several matches, by frame if their labels are equal, and how to choose one.
    private static func choices(of matches: [LocatedNode]) throws -> String {
        let labels = try matches.map { try $0.node.label }
        guard Set(labels).count == 1 else { return "\(list(labels.map(quoted))); choose one, for example by its label" }
        let framed = try zip(labels, matches).map { label, match in
            quoted(label) + (try match.node.frame.map { " (\($0))" } ?? "")
        }
        return "\(list(framed)); choose one by .first or .element(at:), or search in its container"
    }

    private static func quoted(_ label: String) -> String { "\"\(label)\"" }

    private static func list(_ items: [String]) -> String {
        let shown = items.prefix(6).joined(separator: ", ")
        return items.count > 6 ? "\(shown) and \(items.count - 6) more" : shown
    }
}
