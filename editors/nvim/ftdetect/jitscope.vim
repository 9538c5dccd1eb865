autocmd BufRead,BufNewFile *.ir setfiletype jitscope-ir
