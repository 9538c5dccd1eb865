import keyword

print(keyword.iskeyword('for'), keyword.iskeyword('match'), keyword.issoftkeyword('match'), keyword.kwlist)
