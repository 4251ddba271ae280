/// Selections of our own, a line a day.
enum PlanSelections {
  static let story = """
    genesis 1-2
    genesis 3
    genesis 6-8
    genesis 11-12
    genesis 15
    genesis 21-22
    genesis 27-28
    genesis 37
    genesis 41
    genesis 45
    exodus 1-3
    exodus 12
    exodus 14
    exodus 19-20
    exodus 32-33
    leviticus 16
    numbers 13-14
    deuteronomy 6
    joshua 1-2
    joshua 24
    judges 2
    judges 6-7
    ruth 1-4
    1_samuel 3; 1_samuel 8
    1_samuel 16-17
    2_samuel 7
    2_samuel 11-12
    psalms 51
    1_kings 8
    1_kings 12
    1_kings 18-19
    2_kings 5
    jonah 1-4
    amos 5
    hosea 11
    isaiah 6
    2_kings 17
    isaiah 40
    isaiah 53
    jeremiah 31
    2_kings 25
    psalms 137; lamentations 3
    ezekiel 37
    daniel 6
    ezra 3
    nehemiah 8
    esther 4
    malachi 3-4
    luke 1
    luke 2
    matthew 5-7
    mark 4-5
    luke 15
    john 11
    mark 14-15
    john 20-21
    acts 2
    acts 9
    romans 8
    revelation 21-22
    """

  static let advent = """
    isaiah 2:1-5
    genesis 3
    genesis 12:1-9
    genesis 49:8-12
    numbers 24:15-19
    deuteronomy 18:15-19
    ruth 4
    2_samuel 7
    psalms 72
    psalms 89:1-37
    isaiah 7:10-17
    isaiah 9:1-7
    isaiah 11
    isaiah 35
    isaiah 40:1-11
    isaiah 61
    jeremiah 23:1-8
    micah 5:1-5
    malachi 3:1-6
    luke 1:1-25
    luke 1:26-56
    luke 1:57-80
    matthew 1
    luke 2:1-20
    """

  static let holyWeek = """
    mark 11:1-11; luke 19:28-44
    mark 11:12-26
    mark 11:27-13:37
    mark 14:1-11
    john 13-17
    john 18-19
    matthew 27:57-66; psalms 22
    john 20; luke 24
    """
}
