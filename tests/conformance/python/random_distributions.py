import random

random.seed(123)
print([random.gauss(0, 1) for _ in range(3)], random.gauss(5, 2), random.normalvariate(1, 2), random.normalvariate())
print(random.expovariate(2), random.lognormvariate(0, 1), random.triangular(), random.triangular(1, 5, 2))
print(random.betavariate(2, 3), random.gammavariate(2, 1), random.gammavariate(0.5, 2), random.gammavariate(1.0, 3))
print(random.paretovariate(3), random.weibullvariate(1, 2), random.vonmisesvariate(1, 4), random.vonmisesvariate(0, 0))
