import gc

print(gc.isenabled(), gc.disable(), gc.isenabled(), gc.enable(), gc.isenabled(), isinstance(gc.collect(), int))
gc.set_threshold(500, 5)
print(gc.get_threshold(), gc.get_debug(), len(gc.get_count()), len(gc.get_stats()), gc.garbage, gc.is_tracked([1, []]), gc.is_tracked(3))
