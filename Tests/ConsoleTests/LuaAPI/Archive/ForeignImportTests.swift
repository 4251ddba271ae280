import LuaAPI
import LuaRuntime
import Testing

/// What other programs wrote.
@Suite struct ForeignImportTests {
  @Test func `bookmarks of AndBible come as notes and bookmarks, each label by itself`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        local head = "osisRef;bibleRef;document;book;chapterStart;verseStart;chapterEnd;verseEnd;id;"
          .. "ordinalStart;ordinalEnd;createdAt;lastUpdatedOn;startOffset;endOffset;labels;notes;"
          .. "customIcon\n"
        local path = put(head
          .. 'John.3.16;John 3:16;KJV;John;3;16;3;16;id-1;1;1;2024-05-01T08:00:00Z;'
          .. '2024-06-01T08:00:00Z;;;"A;B";"So ""loved""\nthe world";\n'
          .. 'Gen.1.1-Gen.1.3;Genesis 1:1-3;;Gen;1;1;1;3;id-2;1;3;2024-05-01T08:00:00Z;'
          .. '2024-05-01T08:00:00Z;;;Faith;;\n')
        local report = import(path)
        local again = import(path)
        local n, b = notes.find{}[1], bookmarks.find{}[1]
        return report.format .. " " .. counts(report) .. " " .. counts(again) .. " " .. n.ref .. " "
          .. n.text .. " " .. table.concat(n.tags, "+") .. " " .. n.created_at .. " "
          .. n.updated_at .. " " .. b.ref .. " " .. b.label
        """#)
          == """
          andbible 2 0 0 0 0 0 2 0 john 3:16 So "loved"
          the world A+B 2024-05-01T08:00:00.000Z 2024-06-01T08:00:00.000Z genesis 1:1-3 Faith
          """)
  }

  @Test func `a bookmark that was changed in AndBible since changes its note`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        local function file(text, at)
          return put("osisRef;bibleRef;id;createdAt;lastUpdatedOn;labels;notes\n"
            .. "John.3.16;John 3:16;id-1;2024-05-01T08:00:00Z;" .. at .. ";;" .. text .. "\n")
        end
        import(file("first", "2024-05-01T08:00:00Z"))
        local later = import(file("second", "2024-06-01T08:00:00Z"))
        local earlier = import(file("first", "2024-05-01T08:00:00Z"))
        return counts(later) .. " " .. counts(earlier) .. " " .. texts(notes.find{})
        """#) == "0 1 0 0 0 0 0 1 john 3:16=second")
  }

  @Test func `text with book, chapter and verse in brackets`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        local report = import(put("[BibleKeySymbol=nwtsty]\r\n[MepsLanguageId=0]\r\n\r\n"
          .. "[1:3:15]\r\nFirst Prophecy\r\n\r\nA prophecy.\r\n\r\n[43:3:16:4:4:0]\r\nLoved\r\n"
          .. "[67:1:1]\nnowhere\n[1:51:1]\nneither\n"))
        return report.format .. " " .. counts(report) .. " " .. texts(notes.find{}) .. "\n"
          .. reasons(report)
        """#)
          == """
          jw 2 0 0 2 genesis 3:15=First Prophecy

          A prophecy.|john 3:16=Loved
          11: books are counted from 1 to 66, and this is 67
          13: 'Genesis 51:1': Genesis ends with chapter 50 (verses are counted as in the King James \
          Version)
          """)
  }

  @Test func `lines that begin with OSIS ids`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        local report = import(put("John.3.16\tSo loved\nmore of it\nGen.1.1-Gen.1.3\n"
          .. "Bible.KJV:Rom.8.28!a Good\n"))
        return report.format .. " " .. counts(report) .. " " .. texts(notes.find{}) .. " "
          .. bookmarks.find{}[1].ref
        """#)
        == "osis 3 0 0 0 john 3:16=So loved\nmore of it|romans 8:28=Good genesis 1:1-3")
  }

  @Test func `a CSV of anybody's, by the names of its columns`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        local report = import(put("Bible Book,Chapter,Verse,Tags,Note\r\n"
          .. 'John,3,16,God\'s Love; Eternal life,"line one\nline ""two"""\r\n'
          .. "Ephesians,1,1,,\r\n\r\n"))
        local n = notes.find{}[1]
        return report.format .. " " .. counts(report) .. " " .. n.text .. " "
          .. table.concat(n.tags, "+") .. " " .. bookmarks.find{}[1].ref
        """#)
        == "csv 2 0 0 0 line one\nline \"two\" Eternal life+God's Love ephesians 1:1")
  }

  @Test func `highlights, titles and collections of a CSV; one without a first line`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        collections.add("Here")
        local report = import(put("ref\ttitle\tbody\tcolour\tnotebook\n"
          .. "jn 3.16\t\tlovely\tGOLD\t\nMark 1:1\tHead\ttext\t\tHere\nMark 1:2\t\tb\t\tNew\n"
          .. "Mark 1:3-4\t\t\tgold\t\nMark 1:5\t\t\tpink\t\n"))
        local h = highlights.get("John 3:16")
        local plain = import(put("Luke 1:1;a plain text;x\nLuke 1:2;more\n"))
        return counts(report) .. " " .. h.color .. h.note .. " " .. #collections.find{} .. " "
          .. collections.find{}[1].notes .. " " .. counts(plain) .. " " .. texts(notes.find{}) .. "\n"
          .. reasons(report)
        """#)
          == """
          4 0 0 2 goldlovely 2 1 2 0 0 0 luke 1:1=a plain text|luke 1:2=more|mark 1:1=Head

          text|mark 1:2=b
          5: a highlight marks one verse, and Mark 1:3-4 is more (highlight each verse by itself)
          6: no highlight is 'pink' (colours are gold, blue, green, purple, coral, teal)
          """)
  }

  @Test func `rows of a CSV that are none cost themselves only`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        local report = import(put('reference,text\n"John 3:1,open\nJohn 3:2,b\n'
          .. 'John 3:3,"c"d\nJohn 3:4,d,e\nJohn 3:5\xff,\x81\nTobit 1:1,f\nJohn 3:6,  \n'
          .. 'John 3:7,\x93caf\xe9\x94\nJohn 3:8,"still open\nJohn 3:9,i\n'))
        return counts(report) .. " " .. texts(notes.find{}) .. "\n" .. reasons(report)
        """#)
          == """
          3 0 0 7 john 3:2=b|john 3:7=“café”|john 3:9=i
          2: there is text behind a closing quote
          4: there is text behind a closing quote
          5: it has 3 fields; the first line has 2
          6: it is neither UTF-8 nor Windows-1252
          7: 'Tobit 1:1': no book is called 'Tobit' (books are named as in English \
          Bibles, Genesis to Revelation)
          8: text is empty (give text at least one character that is no space)
          9+ it is no UTF-8 and was read as Windows-1252
          10: a quote is not closed
          """)
  }

  @Test func `UTF-16, with and without its mark, and a mark of UTF-8`() throws {
    #expect(
      try ImportDesk.text(
        #"""
        local text = "reference,text\nJohn 3:16,caf\u{e9} \u{1F600}\n"
        local function utf16(big)
          local bytes = {}
          for _, c in utf8.codes(text) do
            local units = c < 0x10000 and {c}
              or {0xD800 + ((c - 0x10000) >> 10), 0xDC00 + ((c - 0x10000) & 0x3FF)}
            for _, u in ipairs(units) do bytes[#bytes + 1] = string.pack(big and ">I2" or "<I2", u) end
          end
          return table.concat(bytes)
        end
        local answers = {}
        for _, file in ipairs{
          "\xff\xfe" .. utf16(false), "\xfe\xff" .. utf16(true), utf16(false), "\xef\xbb\xbf" .. text,
        } do
          local w = world{seed = 1, devices = {"d"}}
          w.d.import(put(file))
          answers[#answers + 1] = texts(w.d.notes.find{})
        end
        local one = answers[1]
        for _, a in ipairs(answers) do assert(a == one, a) end
        return one
        """#) == "john 3:16=café \u{1F600}")
  }

  @Test func `references of another numbering are refused with their place here`() throws {
    #expect(
      try ImportDesk.text(
        """
        local report = import(put("reference,text\\nJoel 4:1,a\\nMal 3:23,b\\nPsalm 115:19,c\\n"
          .. "3 John 15,d\\nRev 12:18,e\\n"))
        return counts(report) .. "\\n" .. reasons(report)
        """)
          == """
          0 0 0 5
          2: 'Joel 4:1': Joel 4:1 belongs to another numbering of verses (in King James numbering it \
          is Joel 3:1)
          3: 'Mal 3:23': Malachi 3:23 belongs to another numbering of verses (in King James \
          numbering it is Malachi 4:5)
          4: 'Psalm 115:19': Psalms 115 ends with verse 18 (verses are counted as in the King James \
          Version)
          5: '3 John 15': 3 John 1:15 belongs to another numbering of verses (in King James \
          numbering it is 3 John 1:14)
          6: 'Rev 12:18': Revelation 12:18 belongs to another numbering of verses (in King James \
          numbering it is Revelation 13:1)
          """)
  }

  @Test func `a foreign file on two devices, before and after their sync, makes its rows once`()
    throws
  {
    #expect(
      try ImportDesk.text(
        """
        local path = put("reference,text,tags,collection,color\\nJohn 3:16,a,x,Grace,\\n"
          .. "John 3:16,a,y,Grace,\\nJohn 3:17,,,,gold\\nMark 1,,,,\\n")
        local w = world{seed = 3, devices = {"phone", "tablet"}}
        w.phone.import(path)
        w:advance("1h")
        w.tablet.import(path)
        w:settle()
        local again = w.tablet.import(path)
        w:settle()
        return counts(again) .. " " .. w.phone.notes.count() .. #w.tablet.collections.find{}
          .. #w.phone.highlights.find{} .. #w.phone.bookmarks.find{} .. #w:diff()
          .. #w.phone.sync.conflicts()
        """) == "0 0 4 0 211100")
  }

  @Test func `a note that was edited here since keeps its text when its file comes again`() throws {
    #expect(
      try ImportDesk.text(
        """
        local path = put("reference,text,tags\\nJohn 3:16,a,x; y\\n")
        import(path)
        local n = notes.find{}[1]
        n:update{text = "mine"}
        n:untag("x")
        local report = import(path)
        local now = notes.find{}
        return #now .. now[1].text .. table.concat(now[1].tags) .. " " .. counts(report)
        """) == "1miney 0 0 0 1")
  }
}
