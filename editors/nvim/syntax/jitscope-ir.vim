" TorchScript IR, as tsviz and PyTorch print it.
if exists('b:current_syntax')
  finish
endif
syntax match jitscopeIrComment "#.*$"
syntax keyword jitscopeIrKeyword graph return with
syntax match jitscopeIrBlock "\<block\d\+\>"
syntax match jitscopeIrValue "%[A-Za-z0-9_.]\+"
syntax match jitscopeIrOperator "\<[a-z_]\+::[A-Za-z0-9_]\+"
syntax keyword jitscopeIrType Tensor Float Double Long Int Half Bool int float bool str NoneType Device
syntax region jitscopeIrString start=+"+ skip=+\\"+ end=+"+
highlight default link jitscopeIrComment Comment
highlight default link jitscopeIrKeyword Keyword
highlight default link jitscopeIrBlock Label
highlight default link jitscopeIrValue Identifier
highlight default link jitscopeIrOperator Function
highlight default link jitscopeIrType Type
highlight default link jitscopeIrString String
let b:current_syntax = 'jitscope-ir'
