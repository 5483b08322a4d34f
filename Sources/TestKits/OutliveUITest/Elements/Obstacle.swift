/// A reason why an element is not usable at the moment.
struct Obstacle: Error, Sendable {
    let code: ElementError.Code
    let reason: String
    /// The dialog that covers the element.
    let dialog: DialogName?
    /// `true` if waiting cannot resolve it.
    let isPermanent: Bool

    init(_ code: ElementError.Code, _ reason: String, dialog: DialogName? = nil, isPermanent: Bool = false) {
        (self.code, self.reason, self.dialog, self.isPermanent) = (code, reason, dialog, isPermanent)
    }
}
