from speech.nets.recognizer import Recognizer
