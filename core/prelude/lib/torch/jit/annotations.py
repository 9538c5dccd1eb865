from torch._jit_internal import (
    BroadcastingList1, BroadcastingList2, BroadcastingList3, Dict, Future, List, Optional, Tuple, is_dict, is_future,
    is_list, is_optional, is_tuple
)
