from contextlib import AsyncExitStack, aclosing, asynccontextmanager, nullcontext


@asynccontextmanager
async def step(name):
    print("enter", name)
    try:
        yield name
    except ValueError as error:
        print("caught", error)
    finally:
        print("exit", name)


class Closes:
    async def aclose(self):
        print("aclosed")


async def main():
    async with step("a") as a:
        print(a)
    async with step("b"):
        raise ValueError("v")
    async with AsyncExitStack() as stack:
        print(await stack.enter_async_context(step("c")))
        stack.callback(print, "callback")
        async with nullcontext(4) as four, aclosing(Closes()):
            print(four)
    return "done"


running = main()
try:
    running.send(None)
except StopIteration as stop:
    print(stop.value)
