engine = 'qnnpack'
supported_engines = ['qnnpack', 'none', 'onednn', 'x86', 'fbgemm']
