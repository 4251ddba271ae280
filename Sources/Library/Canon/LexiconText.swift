/// The words of references as text: what `Lexicon` reads at its first use.
///
/// Full names, short names, OSIS and USFM ids are in `CanonText`; unmistakable beginnings and small
/// slips in long names are recognised without being listed.
enum LexiconText {
  /// A line holds a book's id and what else it is called, abbreviations and usual misspellings.
  /// For books with a number the first one's line serves all of that name, without the number.
  static let names: StaticString = """
    genesis ge gn genes gensis genisis genisus genisys
    exodus ex exo exd exodos exodis exudos
    leviticus le lv levit levi levitcus leviticas leviticous levitacus
    numbers nu nm nb nbr number nums numb
    deuteronomy de dt deu dtn dtr duet deuter deutoronomy duteronomy deuteronomium dueteronomy
    joshua jos jsh joshu joshuah joshia jshua jsua
    judges jdg jg jdgs judgs jug juges jdges
    ruth ru rt rth ruthe rutth
    1_samuel s sa sm sam samu samuel samual saml sameul samuels samul smuel
    1_kings k ki kg kgs kin king kings kngs kng
    1_chronicles ch chr chro chron chrn chronicle chronicals coronicles cronicles chroncles
    1_chronicles choronicles cronicals cron crn chroniclers
    ezra ezr esra ezrah ezara
    nehemiah ne nehem nehemia neamiah nehamiah nehimiah
    esther es est ester eshter
    job jb jbo joob
    psalms ps psa psm pss psl pslm psal psalm pslams pslam plsam plsams psalmes pasalm pasalms
    psalms psams psam palms plsm salm salms pslms pslsm phsalm plam plams
    proverbs pr pro prv pv provs prover proverb provebs porverbs provberbs
    ecclesiastes ec ecc ecl eccle eccles qoh qoheleth koheleth ecclesiates ecclesiasties
    song_of_solomon so ss sos sg sng song songs songofsongs songofsolomon songofsol canticles
    song_of_solomon canticle cant cants canticleofcanticles sngs
    isaiah is isai isaih isiah isaah isah issiah isaia isais isia esaias
    jeremiah je jr jere jerm jerem jeremia jeremaih jerimiah jerimah
    lamentations la lm lame lament lamentation lamantations lamentaions
    ezekiel eze ezk ezekial ezekeil ezechiel ezequiel ezekil
    daniel da dn dnl danial daneil danel
    hosea ho hs hosia hoseah hozea hoshea osee
    joel jl jol joe joell yoel
    amos am amo amoz ammos
    obadiah ob oba obd obadia obidiah obediah abdias
    jonah jon jnh jona jonas jnah johnah
    micah mi mc mic mica micha micheas michah
    nahum na nam naham nahun nahume nahm
    habakkuk hab hb hk hbk habak habakuk habbakuk habakkuh habacuc habakuck
    zephaniah zep zp zph zef zefaniah zephania sophonias
    haggai hag hg hgg hagai haggia haggi aggeus
    zechariah zec zc zch zac zach zachariah zacharia zacheria zacherah zecheriah zacharias
    malachi mal ml malachai malichi malaci malakai malach malachy
    matthew ma mt mat mtt matth mathew mattew mattwe mathttiew mattthew matthews mathieu
    mark mk mr mrk mar marc marks
    luke lk lu luk lucas luek
    john jn jo jhn joh jhon jphn johm joon jonh johhn johnn
    acts ac act actsoftheapostles atcs
    romans ro rm rmn rmns roman romens romanns
    1_corinthians co cor corin corinth corth corinthian corintians corinthans cornithians
    galatians ga galat galatian galations gallatians
    ephesians ep ephes ephesian ephesains ephisians epheisans eph
    philippians php pp ph phi phil phili philip phl phillipians philipians phillippians philpp
    colossians co colo colos coloss colossian collosians colosians collossians
    1_thessalonians th ths tes thes thess thessa thessalonian thesalonians thessolonians
    1_timothy ti tm tim timo timoty thimoty timothey timmothy timithy
    titus ti tit tts titis titous tiitus
    philemon phm pm phlm phile philem philm phlmn philimon phileman philomon
    hebrews he hbr hebr hebrew hebews herbews hebrwes
    james jm ja jam jms jame
    1_peter p pe pt pet peter petr per ptr petter
    1_john j jn jo jhn joh john jhon johm joon jonh
    jude jd jud
    revelation re rv revel rvl apoc apocalypse apocalipse apocolypse revelations revlation
    revelation revelaton revalation
    """

  /// Names that are common words too. In running text they count as books with a capital, or with
  /// chapter and verse. The first word of a line is its name.
  static let cautious: StaticString = """
    word mark marks mar act acts job song songs numbers judges king kings kin proverb
    word proverbs lamentation lament chronicle
    word num chronicles cant cants jam pro gal col rev rut rom dan mal gen jas hag lam est ex
    word mat mic nah peter per pet sam jude ruth sos tit phi the john james luke
    word palms psa psm roman hebrew duet levi apocalypse joe jon hos cor
    word corinthian philip
    """

  /// Short forms that are common words too. In running text they need a capital, and a dot or
  /// chapter and verse. The first word of a line is its name.
  static let risky: StaticString = """
    short is am so he la re mi na ne ti ho da es ma ac jo je ja hi ha nums
    """

  /// What also stands before a number for something else, such as pages. In running text these
  /// need a capital, and chapter and verse. The first word of a line is its name.
  static let counts: StaticString = """
    exact pr pp ss pa du co de ta number
    """

  /// A line holds a book's id and the words that may follow its name and `of`.
  static let tails: StaticString = """
    song_of_solomon solomon songs song sol canticles
    acts apostles
    lamentations jeremiah
    psalms david
    proverbs solomon
    revelation john jesus
    """

  /// A line holds one of `WordRoles` and the words that play it. Strangers are books that readers
  /// know and this canon lacks; they are never taken for a book with a like name. What is counted
  /// makes the number before it no chapter, where the name may be a word.
  static let roles: StaticString = """
    range to thru through until till bis
    list and also plus or
    compare cf cp see compare confer esp especially
    chapter ch chs chap chaps chapt chapts chapter chapters chp chps chpt chpts
    verse v vv vs vss vrs ver vers verse verses
    next f
    rest ff
    part a b c d
    first i first ist
    second ii second
    third iii third
    ordinal st nd rd th
    lead the gospel according of saint apostle paul prophet holy to st
    writing epistle letter book
    of of
    end end
    translation kjv niv esv asv nasb nas nkjv nlt nrsv nrsvue rsv web cev ceb msg net csb hcsb amp
    translation nirv bbe tniv rvr
    stranger judith jdt tobit tobias tob wisdom wis sirach ecclesiasticus sir baruch
    stranger bar maccabees macc mac esdras esd bel susanna sus manasseh manasses
    stranger azariah enoch jubilees jasher barnabas hermas thomas clement nicodemus
    stranger laodiceans
    numbering number no nr
    counted times year years day days hour hours minute minutes seconds week weeks month
    counted months point points people persons men women children percent dollars euros pounds
    counted pages items things boxes answers questions copies others more
    """
}
