" TorchScript IR in the format of tsviz and PyTorch.
if exists('b:current_syntax')
  finish
endif
syntax match jitscopeIrComment "#.*$"
syntax keyword jitscopeIrKeyword graph return with
syntax match jitscopeIrKeyword "->"
syntax match jitscopeIrBlock "\<block\d\+\>"
syntax match jitscopeIrValue "%[^ \t(),:=%#]\+"
syntax match jitscopeIrNamespace "\<[A-Za-z_]\w*\ze::"
syntax match jitscopeIrOperator "::\zs\w\+"
syntax match jitscopeIrOperator "\^\w\+"
syntax match jitscopeIrAttribute "\<\w\+\ze="
syntax match jitscopeIrNumber "[%.0-9A-Za-z_]\@1<!-\?\d\+\.\?\d*\%(e[-+]\?\d\+\)\?"
syntax keyword jitscopeIrType Tensor Float Double Long Int Short Char Byte Half BFloat16 Bool ComplexFloat ComplexDouble
syntax keyword jitscopeIrType int float bool str complex Device Generator NoneType Function Future Dict NamedTuple Scalar Any
syntax match jitscopeIrType "\<__torch__[A-Za-z0-9_.]*"
syntax region jitscopeIrString start=+"+ skip=+\\.+ end=+"+ oneline
highlight default link jitscopeIrComment Comment
highlight default link jitscopeIrKeyword Keyword
highlight default link jitscopeIrBlock Label
highlight default link jitscopeIrValue Identifier
highlight default link jitscopeIrNamespace Include
highlight default link jitscopeIrOperator Function
highlight default link jitscopeIrAttribute PreProc
highlight default link jitscopeIrNumber Number
highlight default link jitscopeIrType Type
highlight default link jitscopeIrString String
let b:current_syntax = 'jitscope-ir'
