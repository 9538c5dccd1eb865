width, precision, value, name = 10, 3, 3.14159, "ann"
print(f"{value:{width}.{precision}f}|{value:<{width}}|{name:>{width}}|{name!r:^{width}}|{value!s}|{{literal}}|{value:{'.1f'}}")
print(f"{1 + 1} {name.upper()} {[i * i for i in range(3)]} {name[0]} {'nested ' + f'{name}'} {value if value > 3 else 0} {(lambda x: x + 1)(2)}")
print(f"{value = }", f"{value=:.2f}", f"{name=!s}", f"{ 1 + 2 = }", f"{name=}")
print(f"", f"plain", f"{name}" "x" f"{1}", rf"\d{name}", f"{1:,} {10 ** 6:_}", f'{"quoted"}', f"{name:{'>'}{6}}")
print(f"""
{name}
  {value:.1f}
""")
