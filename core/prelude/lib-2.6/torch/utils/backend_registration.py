# The name of the device type that extensions of PyTorch may define.
_privateuse1_backend_name = 'privateuseone'
