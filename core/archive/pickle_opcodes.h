// Opcodes of pickles, by their names in CPython's Lib/pickletools.py.
#pragma once

namespace ts::archive {

enum class Op : unsigned char {
  Mark = '(', Stop = '.', Pop = '0', PopMark = '1', Dup = '2', Float = 'F', Int = 'I', BinInt = 'J', BinInt1 = 'K',
  Long = 'L', BinInt2 = 'M', None = 'N', BinPersId = 'Q', Reduce = 'R', BinString = 'T', ShortBinString = 'U',
  Unicode = 'V', BinUnicode = 'X', Append = 'a', Build = 'b', Global = 'c', Dict = 'd', EmptyDict = '}', Appends = 'e',
  Get = 'g', BinGet = 'h', LongBinGet = 'j', List = 'l', EmptyList = ']', Put = 'p', BinPut = 'q', LongBinPut = 'r',
  SetItem = 's', Tuple = 't', EmptyTuple = ')', SetItems = 'u', BinFloat = 'G', BinBytes = 'B', ShortBinBytes = 'C',
  Proto = 0x80, NewObj = 0x81, Tuple1 = 0x85, Tuple2 = 0x86, Tuple3 = 0x87, NewTrue = 0x88, NewFalse = 0x89,
  Long1 = 0x8A, Long4 = 0x8B, ShortBinUnicode = 0x8C, BinUnicode8 = 0x8D, BinBytes8 = 0x8E, EmptySet = 0x8F,
  AddItems = 0x90, StackGlobal = 0x93, Memoize = 0x94, Frame = 0x95,
};

}  // namespace ts::archive
