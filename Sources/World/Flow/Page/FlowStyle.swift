/// How the page looks, and the little that moves in it.
///
/// Colours follow the reader's light or dark mode; on paper every detail is open.
enum FlowStyle {
  static let sheet = """
    :root{color-scheme:light dark;--text:#1d2330;--dim:#667085;--page:#fff;--card:#f6f7f9;
    --line:#d5d9e0;--edits:#1f6f43;--exchange:#2457a6;--fault:#b3261e;--conflict:#9a5b00;
    --device:#5b4b8a;--cloud:#2f6b78;--times:7.5rem}
    @media (prefers-color-scheme:dark){:root{--text:#e6e9ef;--dim:#98a2b3;--page:#14171d;
    --card:#1e232c;--line:#39414f;--edits:#7bd3a0;--exchange:#8db8ff;--fault:#ff8f86;
    --conflict:#f0b35a;--device:#c0aef2;--cloud:#86cbd9}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1.5rem;max-width:110rem;background:var(--page);color:var(--text);
    font:15px/1.45 system-ui,sans-serif}
    h1{font-size:1.4rem;margin:0 0 .3rem}
    header p{margin:0;color:var(--dim)}
    form{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;align-items:center;margin:1rem 0}
    label{cursor:pointer}
    button{font:inherit;padding:.2rem .7rem;margin-left:auto;border:1px solid var(--line);
    border-radius:.4rem;background:var(--card);color:inherit;cursor:pointer}
    main{min-width:calc(var(--times) + var(--lanes) * 11rem)}
    .heads,.event{display:grid;
    grid-template-columns:var(--times) repeat(var(--lanes),minmax(0,1fr))}
    .heads{position:sticky;top:0;z-index:1;background:var(--page);
    border-bottom:2px solid var(--line);font-weight:600;padding:.4rem 0;text-align:center}
    .heads span:first-child{text-align:left;color:var(--dim);font-weight:400}
    ol{list-style:none;margin:0;padding:.5rem 0;background-size:1px 100%;
    background-repeat:no-repeat}
    time{color:var(--dim);font-variant-numeric:tabular-nums;padding-top:.25rem}
    .event{row-gap:.15rem;padding:.2rem 0;break-inside:avoid}
    .event>*{grid-row:1}
    .event>.back{grid-row:2}
    .box{margin:0 auto;max-width:95%;padding:.2rem .6rem;border-radius:.4rem;background:var(--card);
    border:1px solid var(--line);border-left:4px solid currentColor;overflow-wrap:anywhere}
    .edits,label.edits{color:var(--edits)}.exchange{color:var(--exchange)}
    .fault{color:var(--fault)}.conflict{color:var(--conflict)}
    .device{color:var(--device)}.cloud{color:var(--cloud)}
    .way{position:relative;margin:0 calc(50% / var(--span)) .1rem;padding:0 1rem .2rem;
    border-bottom:2px solid currentColor;text-align:center;overflow-wrap:anywhere}
    .way::after{content:"";position:absolute;bottom:-6px;border:5px solid transparent}
    .out::after{right:0;border-left-color:currentColor;border-right-width:0}
    .back::after{left:0;border-right-color:currentColor;border-left-width:0}
    .back{font-size:.93em}
    .broken,.lost,.unsent{border-bottom-style:dashed}
    .broken::after,.lost::after,.unsent::after{content:"✕";border:0;bottom:-.75em;
    font-weight:700;line-height:1.4}
    .lost::after{left:33%}.broken::after{right:50%}
    .unsent{border-bottom-color:transparent}.unsent::after{content:none}
    .way em{display:block}
    .way i{color:var(--dim)}
    .queue{display:inline-block;margin-left:.5rem;padding:0 .5rem;border-radius:1rem;
    background:var(--card);border:1px solid var(--line);color:var(--dim);font-size:.8em;
    font-weight:400}
    .alarm{color:var(--fault);border-color:currentColor}
    details{display:inline-block;text-align:left;max-width:100%}
    summary{cursor:pointer}
    details ul{margin:.2rem 0 .4rem;padding:.4rem .6rem;list-style:none;background:var(--card);
    border:1px solid var(--line);border-radius:.4rem;color:var(--text);
    font:12.5px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
    details li{unicode-bidi:isolate;white-space:pre-wrap}
    .gap{text-align:center;color:var(--dim);font-size:.85em;margin:.3rem 0}
    .gap span{background:var(--page);padding:0 .6rem}
    .empty{color:var(--dim)}
    \(filters)
    @media print{body{padding:0;font-size:9pt;color:#000;background:#fff}
    button,form input{display:none}.heads{position:static}
    details::details-content{content-visibility:visible;display:block;block-size:auto}}
    """

  private static let filters = FlowRows.kinds.map { kind, _ in
    "body:has(#show-\(kind):not(:checked)) li.\(kind){display:none}"
  }.joined(separator: "\n")

  static let script = """
    const all = document.getElementById("all");
    all.addEventListener("click", () => {
      const details = [...document.querySelectorAll("details")];
      const open = details.some(each => !each.open);
      for (const each of details) each.open = open;
      all.textContent = open ? "Close all details" : "Open all details";
    });
    """
}
