import logging

log = logging.getLogger("a.b")
print(log.name, log.level, log.getEffectiveLevel(), logging.getLogger("a.b") is log, logging.getLogger().name, log.isEnabledFor(logging.INFO))
log.setLevel("DEBUG")
print(log.level, log.isEnabledFor(10), logging.getLevelName(30), logging.getLevelName("ERROR"), logging.getLevelName(33), repr(log))
logging.addLevelName(25, "NOTICE")
print(logging.getLevelName(25), logging.getLevelName("NOTICE"), log.parent.name, logging.getLogger("a").parent.name, log.parent.name, log.getChild("c").name)
logging.disable(logging.ERROR)
print(log.isEnabledFor(logging.ERROR), log.isEnabledFor(logging.CRITICAL))
logging.disable(logging.NOTSET)
for bad in (lambda: log.setLevel("NONE"), lambda: log.setLevel(1.5), lambda: logging.getLogger(3)):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
