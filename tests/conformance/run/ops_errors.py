import torch


def outcome(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, isinstance(error, RuntimeError)


for dtype in (torch.float32, torch.float16, torch.complex64, torch.bool, torch.int32):
    print(dtype, outcome(lambda: ~torch.ones(2, dtype=dtype)), outcome(lambda: torch.bitwise_not(torch.ones(2, dtype=dtype))))
print(torch.linalg.LinAlgError, torch.linalg.LinAlgError.__mro__[1], outcome(lambda: torch.linalg.inv(torch.zeros(2, 2))),
      outcome(lambda: torch.linalg.cholesky(-torch.eye(2))), outcome(lambda: torch.linalg.solve(torch.zeros(2, 2), torch.ones(2))),
      outcome(lambda: torch.inverse(torch.zeros(1, 1))))
for function in (lambda: torch.linalg.inv(torch.zeros(2, 2)), lambda: torch.linalg.solve(torch.zeros(2, 2), torch.ones(2))):
    try:
        function()
    except torch.linalg.LinAlgError as error:
        print(error)
