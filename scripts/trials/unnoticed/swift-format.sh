# needs: swift-format
# a Swift program: layout of a source
printf 'struct  A{var  b:Int=1\nfunc c( )->Int{return b}}\n' >source.swift
swift-format format source.swift
swift-format lint source.swift
swift-format format nothing.swift
