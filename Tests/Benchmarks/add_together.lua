-- Writes the notes of a file in one transaction: ARG 1 is the file.
transaction(function()
  for line in io.lines(arg[1]) do
    local ref, text = line:match("^(.-)\t(.*)$")
    notes.add(ref, text)
  end
end)
print(#notes.search("covenant", { limit = 1 }))
