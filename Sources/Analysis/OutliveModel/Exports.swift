// The tools name what they exchange with an application wherever they name what they make of it.
@_exported public import OutliveWire
