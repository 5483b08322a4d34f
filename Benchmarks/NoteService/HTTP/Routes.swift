import FlyingFox
import Outlive

extension NoteService {
    /// The service's routes. They keep the service alive; the service does not refer to them.
    var routes: RoutedHTTPHandler {
        var routes = RoutedHTTPHandler()
        func add(_ route: HTTPRoute, _ action: @escaping @Sendable (RequestHandler) async throws -> HTTPResponse) {
            routes.appendRoute(route) { request in
                let handler = LeakRegistry.shared.track(RequestHandler(self, request), as: "RequestHandler")
                return await handler.respond(action)
            }
        }
        // These are read from outside and are not part of the state themselves.
        routes.appendRoute("GET /health") { _ in .text("ok\n") }
        routes.appendRoute("GET /state") { _ in .text(await self.stateReport()) }

        add("POST /session") { try await $0.logIn() }
        add("DELETE /session") { try $0.logOut() }
        add("GET /notes") { try $0.list() }
        add("GET /notes/:id") { try $0.read() }
        add("POST /notes") { try await $0.create() }
        add("PUT /notes/:id") { try await $0.update() }
        add("DELETE /notes/:id") { try $0.delete() }
        add("GET /notes/:id/preview") { try await $0.preview() }
        add("GET /stubs") { try $0.stubs() }
        add("POST /save") { try $0.save() }
        add("GET /changes") { try $0.changes() }
        add("GET /digest") { try await $0.digest() }
        return routes
    }
}
