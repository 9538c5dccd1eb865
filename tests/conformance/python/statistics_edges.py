import statistics as s

print(s.mean([True, False, True, True]), s.mean([10 ** 18, 1, -10 ** 18]), s.median(["b", "a", "c"]), s.fmean([1e308, -1e308]), s.mode([None, 1, None]))
print(s.stdev([1.5, 1.5]), s.variance([0.0, 1.0]), s.pvariance([1, 2, 3]), s.stdev([2, 4, 4, 4, 5, 5, 7, 9]), s.pstdev([2, 4, 4, 4, 5, 5, 7, 9]), s.multimode([]))
