-- Lua alone: a loop over numbers, calls and closures, tables, work on texts.
local sum = 0
for i = 1, 30000000 do sum = sum + i % 7 end

local function fibonacci(n) return n < 2 and n or fibonacci(n - 1) + fibonacci(n - 2) end
sum = sum + fibonacci(31)

local function counter()
  local count = 0
  return function() count = count + 1 return count end
end
for _ = 1, 300000 do
  local next = counter()
  sum = sum + next() + next()
end

local words = {}
for i = 1, 300000 do words[#words + 1] = ("word %d"):format(i):upper() end
local text = table.concat(words, " ")
for word in text:gmatch("%u+ (%d+)") do sum = sum + #word end
sum = sum + #text:gsub("WORD", "note") + select(2, text:gsub("1", "2"))
table.sort(words)
print(sum, #text, words[1])
