internal import OutliveModel

/// The session of one process that a login began: what authenticates the requests of routes.
struct RouteSession: Sendable {
    /// The header fields of every request.
    let headers: [HTTPHeader]

    /// Creates a session without a login.
    init(_ plan: RoutePlan) { headers = plan.headers }

    /// Creates the session that an answer to a login begins: with its cookies, and its token in the fields of the plan.
    ///
    /// - Throws: `Failure` if the fields need a token, and the answer has none that can be sent.
    init(_ plan: RoutePlan, loggedInBy answer: HTTPResponse) throws(Failure) {
        var headers: [HTTPHeader] = []
        for header in plan.headers {
            guard header.value.contains(RoutePlan.token) else {
                headers.append(header)
                continue
            }
            let filled = Self.token(in: answer.body).flatMap {
                HTTPHeader(name: header.name, value: header.value.replacing(RoutePlan.token, with: $0))
            }
            guard let filled else {
                throw Failure(
                    .command,
                    "the answer to --login has no token for --header '\(header.name)': it must be JSON with the text "
                        + "access_token, accessToken, token or id_token, or remove {token}")
            }
            headers.append(filled)
        }
        if !answer.cookies.isEmpty {
            headers += [HTTPHeader(name: "Cookie", value: answer.cookies.joined(separator: "; "))].compactMap(\.self)
        }
        self.headers = headers
    }

    /// Returns the token in the JSON of an answer: of the answer itself, or of one of its objects.
    private static func token(in body: [UInt8]) -> String? {
        guard let answer = try? CheckedJSON(body).decode(JSONValue.self).object else { return nil }
        let objects = [answer] + answer.sorted { $0.key < $1.key }.compactMap(\.value.object)
        let names = ["access_token", "accessToken", "token", "id_token"]
        return objects.lazy.flatMap { object in names.lazy.compactMap { object[$0]?.text } }.first
    }
}
