-- The rules of `./dev lint` for Lua. Neovim runs LuaJIT.
std = 'luajit'
globals = { 'vim' }
max_line_length = false -- `./dev fmt` breaks lines
