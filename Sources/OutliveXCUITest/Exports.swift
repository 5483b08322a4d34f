// Not `canImport(XCTest)`: that is true on Linux and for unit tests, too, where no application can be driven.
#if canImport(XCUIAutomation)
// A UI test names the settings and failures of the model.
@_exported public import OutliveModel
#endif
