// Not `canImport(XCTest)`, which is also true on Linux and for unit tests, where no application can be controlled.
#if canImport(XCUIAutomation)
// UI tests use the settings and failures of the model.
@_exported public import OutliveWire
#endif
