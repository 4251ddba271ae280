-- Writes the notes of a file, a transaction each: ARG 1 is the file.
for line in io.lines(arg[1]) do
  local ref, text = line:match("^(.-)\t(.*)$")
  notes.add(ref, text)
end
print(#notes.search("covenant", { limit = 1 }))
