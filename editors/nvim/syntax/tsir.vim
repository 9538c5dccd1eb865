" The language name of IR in hovers of the server.
runtime! syntax/jitscope-ir.vim
