runCalls()
