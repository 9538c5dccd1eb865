import statistics as s

print(s.mean([1, 2, 3, 4]), s.mean([1, 2, 3]), s.mean([0.1, 0.2, 0.3]), s.fmean([1, 2, 4]), s.fmean([1, 2], weights=[3, 1]))
print(s.median([3, 1, 2]), s.median([1, 2, 3, 4]), s.median_low([1, 2, 3, 4]), s.median_high([1, 2, 3, 4]), s.mode("aabbb"), s.multimode("aabb"))
print(s.stdev([1, 2, 3, 4]), s.pstdev([1, 2, 3, 4]), s.variance([1, 2, 3, 4]), s.pvariance([1.5, 2.5, 4.0]), s.stdev([0.1, 0.2, 0.4]), s.variance([2, 4, 6]))
print(s.stdev([10.0, 10.5, 11.25, 9.75]), s.pstdev([1e10, 1e10 + 1]), s.pstdev([3, 3]))
for bad in (lambda: s.mean([]), lambda: s.stdev([1]), lambda: s.median([]), lambda: s.mode([])):
    try:
        bad()
    except s.StatisticsError as error:
        print(type(error).__name__)
