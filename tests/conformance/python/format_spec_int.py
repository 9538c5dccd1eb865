specs = ["", "d", "5", "05", "<5", ">5", "^5", "=5", "*^9", "+", " ", "-", "+05d", "x", "X", "#x", "#X", "o", "#o", "b", "#b", "08b", "#010x", ",", "_",
         "10,", "_x", "_b", "012,", "c", "e", ".2f", "%", "g", "n", "é>6", "<<6", "+,d", "#12b", "*=8"]
for number in [0, 5, -42, 1234567, 65]:
    print(number, [format(number, spec) for spec in specs if spec != "c" or 0 <= number < 1000])
print(f"{True}", f"{True:d}", f"{True:5}", f"{False:>7}", format(True, ""), "{:c}".format(8364))
for spec in [".2", "s", "z", "+c", ",x", "10.5d", "hello", ",_", "_,", "99999999999d", "i", ",n", "#c", "q"]:
    try:
        print(format(5, spec))
    except Exception as error:
        print(type(error).__name__, error)
