-- Calls a function of the program with one integer: ARG 1 is how often.
local times, sum = math.tointeger(arg[1]), 0
for turn = 1, times do sum = sum + double(turn) end
print(sum)
