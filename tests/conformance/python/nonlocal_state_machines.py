def account(balance):
    history = []

    def deposit(n):
        nonlocal balance
        balance += n
        history.append(("d", n))
        return balance

    def withdraw(n):
        nonlocal balance
        if n > balance:
            raise ValueError(f"only {balance}")
        balance -= n
        history.append(("w", n))
        return balance

    def undo():
        nonlocal balance, history
        if not history:
            return None
        *history, (kind, n) = history
        balance += n if kind == "w" else -n
        return balance
    return {"deposit": deposit, "withdraw": withdraw, "undo": undo, "peek": lambda: (balance, history)}


a = account(10)
print(a["deposit"](5), a["withdraw"](3), a["peek"](), a["undo"](), a["undo"](), a["undo"](), a["peek"]())
try:
    a["withdraw"](99)
except ValueError as error:
    print(error)


def tokenizer(text):
    at = 0

    def peek():
        return text[at] if at < len(text) else ""

    def take():
        nonlocal at
        at += 1
        return text[at - 1]

    def number():
        out = ""
        while peek().isdigit():
            out += take()
        return int(out)

    def factor():
        if peek() == "(":
            take()
            value = expression()
            take()
            return value
        if peek() == "-":
            take()
            return -factor()
        return number()

    def term():
        value = factor()
        while peek() and peek() in "*/":
            value = value * factor() if take() == "*" else value / factor()
        return value

    def expression():
        value = term()
        while peek() and peek() in "+-":
            value = value + term() if take() == "+" else value - term()
        return value
    return expression()


print([tokenizer(s) for s in ("1+2*3", "(1+2)*3", "10/4-1", "-(2+3)*2", "7")])
