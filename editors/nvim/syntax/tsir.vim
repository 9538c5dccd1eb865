" What the server calls IR in hovers.
runtime! syntax/jitscope-ir.vim
