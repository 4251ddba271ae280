/// Texts that people and other programs write, each with the OSIS references that are meant.
enum ReferencePairs {
  static let pairs: [(text: String, osis: String)] = lines.split(separator: "\n").map { line in
    let fields = line.split(separator: "|", omittingEmptySubsequences: false)
    return (String(fields[0]), String(fields[1]))
  }

  private static let lines = """
    LAMENTATIONS 1:1|Lam.1.1
    LAM 1:1|Lam.1.1
    Rev 1:1|Rev.1.1
    REV 1:1|Rev.1.1
    DEUT 1:1|Deut.1.1
    DEU 1:1|Deut.1.1
    DT 1:1|Deut.1.1
    IS 1:1|Isa.1.1
    2nd. Sm 1:1|2Sam.1.1
    SECOND SM 1:1|2Sam.1.1
    2 SAMUEL 1:1|2Sam.1.1
    2. SA 1:1|2Sam.1.1
    2SAM 1:1|2Sam.1.1
    1st. Samuel 1:1|1Sam.1.1
    First Sm 1:1|1Sam.1.1
    1st Sam 1:1|1Sam.1.1
    1. Sm 1:1|1Sam.1.1
    1ST SA 1:1|1Sam.1.1
    I. SAM 1:1|1Sam.1.1
    1 SM 1:1|1Sam.1.1
    II. Kgs 1:1|2Kgs.1.1
    II Kin 1:1|2Kgs.1.1
    II. Ki 1:1|2Kgs.1.1
    2 Kgs 1:1|2Kgs.1.1
    2 KGS 1:1|2Kgs.1.1
    1 Kings 1:1|1Kgs.1.1
    1st Kgs 1:1|1Kgs.1.1
    1. Ki 1:1|1Kgs.1.1
    I K 1:1|1Kgs.1.1
    1ST. KINGS 1:1|1Kgs.1.1
    1ST KINGS 1:1|1Kgs.1.1
    I. KGS 1:1|1Kgs.1.1
    II. Chron 1:1|2Chr.1.1
    II. CHRONICLES 1:1|2Chr.1.1
    2 CHRON 1:1|2Chr.1.1
    2 CHR 1:1|2Chr.1.1
    2CHR 1:1|2Chr.1.1
    1 Chron 1:1|1Chr.1.1
    1st Chr 1:1|1Chr.1.1
    1. CHRONICLES 1:1|1Chr.1.1
    1 CHRONICLES 1:1|1Chr.1.1
    1ST. CHR 1:1|1Chr.1.1
    I. CHRON 1:1|1Chr.1.1
    EZR 1:1|Ezra.1.1
    ESTH 1:1|Esth.1.1
    Job 1:1|Job.1.1
    Pss 1:1|Ps.1.1
    PS 1:1|Ps.1.1
    Pr 1:1|Prov.1.1
    PROV 1:1|Prov.1.1
    Eccl 1:1|Eccl.1.1
    ECCLES 1:1|Eccl.1.1
    SONG OF SOLOMON 1:1|Song.1.1
    Jr 1:1|Jer.1.1
    JE 1:1|Jer.1.1
    Eze 1:1|Ezek.1.1
    EZEKIEL 1:1|Ezek.1.1
    Obad 1:1|Obad.1.1
    Jnh 1:1|Jonah.1.1
    Mic 1:1|Mic.1.1
    Nah 1:1|Nah.1.1
    NAH 1:1|Nah.1.1
    NA 1:1|Nah.1.1
    Habakkuk 1:1|Hab.1.1
    Hab 1:1|Hab.1.1
    Hg 1:1|Hag.1.1
    HAG 1:1|Hag.1.1
    Mark 1:1|Mark.1.1
    MK 1:1|Mark.1.1
    Luke 1:1|Luke.1.1
    LUK 1:1|Luke.1.1
    1st Jhn 1:1|1John.1.1
    1. Jn 1:1|1John.1.1
    1 Jn 1:1|1John.1.1
    1 Jo 1:1|1John.1.1
    FIRST JHN 1:1|1John.1.1
    1ST JOHN 1:1|1John.1.1
    1ST. JOH 1:1|1John.1.1
    2nd. John 1:1|2John.1.1
    2 Joh 1:1|2John.1.1
    2 Jn 1:1|2John.1.1
    SECOND JO 1:1|2John.1.1
    2ND. JN 1:1|2John.1.1
    2ND JN 1:1|2John.1.1
    2 JOH 1:1|2John.1.1
    III Joh 1:1|3John.1.1
    III. Jo 1:1|3John.1.1
    3. Jhn 1:1|3John.1.1
    3RD. JOH 1:1|3John.1.1
    3. JOHN 1:1|3John.1.1
    3RD JOH 1:1|3John.1.1
    III JHN 1:1|3John.1.1
    III JOH 1:1|3John.1.1
    III JN 1:1|3John.1.1
    3 JOH 1:1|3John.1.1
    Jhn 1:1|John.1.1
    JOH 1:1|John.1.1
    Acts 1:1|Acts.1.1
    ACTS 1:1|Acts.1.1
    ROM 1:1|Rom.1.1
    II. Corinthians 1:1|2Cor.1.1
    SECOND COR 1:1|2Cor.1.1
    SECOND CO 1:1|2Cor.1.1
    II COR 1:1|2Cor.1.1
    2 CO 1:1|2Cor.1.1
    I Corinthians 1:1|1Cor.1.1
    1. Co 1:1|1Cor.1.1
    FIRST CO 1:1|1Cor.1.1
    1ST COR 1:1|1Cor.1.1
    1COR 1:1|1Cor.1.1
    GA 1:1|Gal.1.1
    Col 1:1|Col.1.1
    2ND TH 1:1|2Thess.1.1
    I. Thessalonians 1:1|1Thess.1.1
    I Thessalonians 1:1|1Thess.1.1
    I Thess 1:1|1Thess.1.1
    FIRST THESSALONIANS 1:1|1Thess.1.1
    1ST. THESS 1:1|1Thess.1.1
    1ST THES 1:1|1Thess.1.1
    I. THES 1:1|1Thess.1.1
    I TH 1:1|1Thess.1.1
    2nd Timothy 1:1|2Tim.1.1
    Second Tm 1:1|2Tim.1.1
    2nd Ti 1:1|2Tim.1.1
    II Tim 1:1|2Tim.1.1
    2. Ti 1:1|2Tim.1.1
    2ND. TIMOTHY 1:1|2Tim.1.1
    II TIMOTHY 1:1|2Tim.1.1
    SECOND TI 1:1|2Tim.1.1
    2ND. TIM 1:1|2Tim.1.1
    2TIM 1:1|2Tim.1.1
    1 Timothy 1:1|1Tim.1.1
    First Tim 1:1|1Tim.1.1
    First Ti 1:1|1Tim.1.1
    1. Ti 1:1|1Tim.1.1
    1. TIM 1:1|1Tim.1.1
    1ST TI 1:1|1Tim.1.1
    Phlm 1:1|Phlm.1.1
    PHM 1:1|Phlm.1.1
    Hebrews 1:1|Heb.1.1
    JM 1:1|Jas.1.1
    Second Pe 1:1|2Pet.1.1
    II Peter 1:1|2Pet.1.1
    2nd Pet 1:1|2Pet.1.1
    2nd. Pt 1:1|2Pet.1.1
    II. Pet 1:1|2Pet.1.1
    2. Pe 1:1|2Pet.1.1
    II. PE 1:1|2Pet.1.1
    II PE 1:1|2Pet.1.1
    1st. Peter 1:1|1Pet.1.1
    First Pt 1:1|1Pet.1.1
    I. Peter 1:1|1Pet.1.1
    I Pe 1:1|1Pet.1.1
    I Pt 1:1|1Pet.1.1
    I. P 1:1|1Pet.1.1
    1ST PETER 1:1|1Pet.1.1
    1. PETER 1:1|1Pet.1.1
    1 PETER 1:1|1Pet.1.1
    1ST PET 1:1|1Pet.1.1
    1ST. PT 1:1|1Pet.1.1
    Exod.1|Exod.1
    Num.1.1|Num.1.1
    Ruth.1.1-Ruth.1.2|Ruth.1.1-Ruth.1.2
    1Sam.1.1-1Sam.1.2|1Sam.1.1-1Sam.1.2
    1Kgs.1.1-1Kgs.1.2|1Kgs.1.1-1Kgs.1.2
    Ezra.1.1|Ezra.1.1
    Joel.1|Joel.1
    Obad.1.1|Obad.1.1
    Jonah.1|Jonah.1
    Nah.1.1-Nah.1.2|Nah.1.1-Nah.1.2
    Hag.1.1|Hag.1.1
    Mark.1.1|Mark.1.1
    Gal.1.1-Gal.1.2|Gal.1.1-Gal.1.2
    2Thess.1|2Thess.1
    2Tim.1.1-2Tim.1.2|2Tim.1.1-2Tim.1.2
    Heb.1|Heb.1
    1Pet.1|1Pet.1
    1Pet.1.1|1Pet.1.1
    1John.1.1-1John.1.2|1John.1.1-1John.1.2
    2John.1|2John.1
    3John.1.1|3John.1.1
    Rev.1|Rev.1
    Wis.1|
    Bar.1|
    11Sam 1|
    Titus 1:1 thru 2|Titus.1.1-Titus.1.2
    Phlm 2 THRU 3|Phlm.1.2-Phlm.1.3
    Titus 1:1 to 2|Titus.1.1-Titus.1.2
    Matt 1to2|Matt.1-Matt.2
    Titus 1:1, chapts. 2|Titus.1.1,Titus.2
    Matt 3:4 CHAPTS. 6|Matt.3.4,Matt.6
    Titus 1:1, chpts 2|Titus.1.1,Titus.2
    Titus 1:1, chapt. 2|Titus.1.1,Titus.2
    Matt 3:4 CHAPS 6|Matt.3.4,Matt.6
    Titus 1:1, ch. 2|Titus.1.1,Titus.2
    Titus 1:1, ch 2|Titus.1.1,Titus.2
    Phlm VV 6|Phlm.1.6
    Exod 1:1 and 3|Exod.1.1,Exod.1.3
    Phlm 2 CF 6|Phlm.1.2,Phlm.1.6
    Phlm 2 ALSO 6|Phlm.1.2,Phlm.1.6
    Lev 1 (CEB)|Lev.1
    lev 1 cev|Lev.1
    Lev 1 (NAS)|Lev.1
    Lev 1 (NIRV)|Lev.1
    Lev 1 (NRSVUE)|Lev.1
    Genesis ch 3 (NIV, ESV)|Gen.3
    Matt 1 1st to see|Matt.1
    Philemon verse9- Philemon verse 10|Phlm.1.9-Phlm.1.10
    Genesis 1-Jeremiah 2|Gen.1-Jer.2
    Genesis 1-2:1|Gen.1.1-Gen.2.1
    Philem 1-Hebrews 2|Phlm.1-Heb.2
    Zechariah 1000|
    Genesis-Philemon 1|Phlm
    Genesis 2-Philemon|Gen.2
    122th Psalm|
    113st Psalm|
    23rd Psalm vv.3-4, 1st Psalmverse 3|Ps.23.3-Ps.23.4
    23rd Psalm, verse 6|Ps.23.6
    so f|
    Hosea 2:0|
    Hosea 2:2, 0|Hos.2.2
    Rev 2:1 - 3 * a|Rev.2.1-Rev.2.3
    Rev 2:1-2Hi|Rev.2.1-Rev.2.2
    Rev 2:1-3 NIV*2*|Rev.2.1-Rev.2.3
    Jer 33-11a|Jer.33.11
    Phil 2, verse 3:1|Phil.2.1-Phil.3.1
    1 John-2-3-4|1John.2.3-1John.2.4
    Genesis 51, 50|Gen.50
    Philemon 3, 1. Title|Phlm.1.3,Phlm.1.1
    1st Thessalonaians 37 title - vs.\u{a0}722 II Choranthians\u{a0}141|
    Hab 1:3 (cf. v. 2 )|Hab.1.3,Hab.1.2
    (Hab 1:3 cf. v. 2)(NIV)|Hab.1.3,Hab.1.2
    Matt (Mark Luke 1:3, John)|Luke.1.3
    Matt (Mark Luke 1:4, John) Acts|Luke.1.4
    Matt (Mark 1:3 Luke)|Mark.1.3
    Matt (Mark 1:5 Luke John 1:1) Acts|Mark.1.5,John.1.1
    Ph 1:7 ESV, Ma 1:2 NIV|Phil.1.7,Matt.1.2
    Jeremiah 31:31a|Jer.31.31!a
    3 John 15 ESV, NIV|3John.1.15
    3 John 15 ESV|3John.1.15
    3 John 1:15 (RVR60, ESV)|3John.1.15
    John 1:11ST|John.1.1
    John 1:11 NIV (1984)|John.1.11
    Matt2AMZ|Matt.2
    Exodus 7:7 to Genesis 2|Exod.7.7,Gen.2
    Genesis 0-Exodus 2|Exod.2
    Genesis 51-Exodus 0:7|
    Genesis 51:4-Exodus 0:4|
    Exodus to Genesis|
    Genesis 49-Obadiah 1|Gen.49-Obad.1
    II. Cronicle 1:1|2Chr.1.1
    2. CORONICLES 1:1|2Chr.1.1
    II CHRO 1:1|2Chr.1.1
    1st Choronocles 1:1|1Chr.1.1
    PLSAM 1:1|Ps.1.1
    ECCLESASTES 1:1|Eccl.1.1
    SONGS 1:1|Song.1.1
    Ezekial 1:1|Ezek.1.1
    Zacherah 1:1|Zech.1.1
    Gospel according to St Mattthew 1:1|Matt.1.1
    The Gospel according to Mattew 1:1|Matt.1.1
    The Gospel according to Mattwe 1:1|Matt.1.1
    The Gospel of St. Mathew 1:1|Matt.1.1
    The Gospel of St. Matt 1:1|Matt.1.1
    THE GOSPEL OF ST. MATHTTIEW 1:1|Matt.1.1
    GOSPEL OF MATT 1:1|Matt.1.1
    Gospel according to St Mrk 1:1|Mark.1.1
    THE GOSPEL ACCORDING TO SAINT MR 1:1|Mark.1.1
    Gospel according to St Luk 1:1|Luke.1.1
    Gospel according to St. Jphn 1:1|John.1.1
    GOSPEL ACCORDING TO SAINT JOHM 1:1|John.1.1
    GOSPEL ACCORDING TO JOON 1:1|John.1.1
    2nd. Corninthains 1:1|2Cor.1.1
    2nd Corinthiaans 1:1|2Cor.1.1
    II Corinthoans 1:1|2Cor.1.1
    2ND CORINITHINAS 1:1|2Cor.1.1
    2. CHORINTHAINS 1:1|2Cor.1.1
    I. Corninthians 1:1|1Cor.1.1
    Cornthiians 1:1|1Cor.1.1
    1 Corth 1:1|1Cor.1.1
    I. CORIN 1:1|1Cor.1.1
    PHILLIPPAINS 1:1|Phil.1.1
    2nd Thessalonciens 1:1|2Thess.1.1
    2. Thessalonions 1:1|2Thess.1.1
    2nd Thessolonins 1:1|2Thess.1.1
    2ND THESSALONICIANS 1:1|2Thess.1.1
    I Thessaloniaans 1:1|1Thess.1.1
    I. Thessolonian 1:1|1Thess.1.1
    THESSALONINS 1:1|1Thess.1.1
    Second Thimoty 1:1|2Tim.1.1
    1st. Timoty 1:1|1Tim.1.1
    II Petr 1:1|2Pet.1.1
    II. PER 1:1|2Pet.1.1
    1 Per 1:1|1Pet.1.1
    """
}
