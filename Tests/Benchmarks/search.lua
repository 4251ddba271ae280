-- Searches notes for a word: ARG 1 is how often, as `queries search` in queries.c.
local words, bytes = {"covenant", "mercy", "lamp", "desert"}, 0
for turn = 0, math.tointeger(arg[1]) - 1 do
  for _, hit in ipairs(notes.search(words[turn % 4 + 1], {limit = 10})) do
    bytes = bytes + #hit.text
  end
end
print(bytes)
