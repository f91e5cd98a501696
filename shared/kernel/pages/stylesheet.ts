import { createHash } from 'node:crypto';
import type { Branding } from '../domain/branding.ts';

/**
 * The only stylesheet of all pages: mobile first, light and dark, print.
 *
 * Text has a contrast of at least 4.5:1 in both schemes, edges of fields 3:1.
 */
export const stylesheet = `
:root{color-scheme:light dark;--band:#1c2b4a;--paper:#fff;--ground:#f5f6f4;--ink:#17212b;--soft:#52606d;--line:#d5dad6;--edge:#6b7884;--accent:#1f4479;--on-accent:#fff;--accent-strong:#1c2b4a;--tint:#e9eef6;--good:#1b6b3a;--good-tint:#e8f3ec;--warn:#7a4b00;--warn-tint:#fbf2df;--bad:#a3231f;--bad-tint:#fbeceb;--focus:#f5b700;--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media screen and (prefers-color-scheme:dark){:root{--band:#9dc0f2;--paper:#161d23;--ground:#0f1418;--ink:#e8ecee;--soft:#a7b3bc;--line:#2e3942;--edge:#84929d;--accent:#9dc0f2;--on-accent:#0b1a33;--accent-strong:#c3d9fa;--tint:#17243a;--good:#7fcf9c;--good-tint:#14271c;--warn:#ecc06b;--warn-tint:#2b2313;--bad:#ff9d94;--bad-tint:#321a19}}
*,::before,::after{box-sizing:border-box}
html{font:100%/1.55 var(--sans);-webkit-text-size-adjust:100%;background:var(--ground);color:var(--ink)}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;overflow-wrap:anywhere}
.wide,main{width:100%;max-width:72rem;margin:0 auto;padding:0 1.25rem}
body:not(.broad) main>*{max-width:43.5rem}
.top{background:var(--paper);border-top:4px solid var(--band);border-bottom:1px solid var(--line)}
.top .wide{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between;padding-top:.85rem;padding-bottom:.85rem}
.sandbox{margin:0;padding:.45rem 1.25rem;text-align:center;font-size:.9375rem;color:var(--warn);background:var(--warn-tint);border-bottom:1px solid var(--warn)}
.brand{display:flex;align-items:center;gap:.7rem;margin:0;font:600 1.0625rem/1.25 var(--serif);color:inherit;text-decoration:none}
.mark{flex:none;color:var(--band)}
.account{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;font-size:.875rem;color:var(--soft)}
.account nav{display:contents}
.account form+nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;flex-basis:100%;border-top:1px solid var(--line);padding-top:.25rem}
.account a,.acts a,.link{display:inline-block;padding:.3rem 0}
.account [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
.link{font:inherit;color:var(--accent);background:none;border:0;text-decoration:underline;text-underline-offset:.15em;cursor:pointer}
.after{margin-top:1.25rem}
.acts a{margin-right:1.5rem}
dl+.acts{margin-top:-.9rem}
.secret{padding:1rem 1.25rem;font-size:1.125rem;background:var(--paper);border:2px solid var(--accent);border-radius:6px;word-break:break-all}
.logo{display:block;margin:0 0 1rem;background:#fff;border:1px solid var(--line);border-radius:6px}
dd .logo,.card figure{margin:0}
.plain{list-style:none;margin:0;padding:0}
.plain li+li{margin-top:.35rem}
main{flex:1;padding-top:1.75rem;padding-bottom:3rem;outline:0}
.kicker{margin:0 0 .35rem;color:var(--soft);font-size:.9375rem}
h1{margin:0 0 1rem;font:600 1.75rem/1.2 var(--serif);text-wrap:balance}
h2{margin:2.25rem 0 .75rem;font:600 1.25rem/1.3 var(--serif)}
h3{margin:1.5rem 0 .5rem;font-size:1rem}
p,details{margin:0 0 1rem}
summary{padding:.3rem 0;cursor:pointer}
details[open]>summary{margin-bottom:.6rem}
dd details:last-child{margin-bottom:0}
li details{margin:-.6rem 0 1rem}
.lead{font-size:1.0625rem}
.fine,.hint{color:var(--soft);font-size:.9375rem}
a{color:var(--accent);text-underline-offset:.15em}
a:hover{color:var(--accent-strong);text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;box-shadow:0 0 0 2px var(--ink);border-radius:3px}
main:focus-visible{outline:0;box-shadow:none}
.skip{position:absolute;left:-999rem;padding:.6rem 1rem;background:var(--paper);color:var(--ink)}
.skip:focus{left:.5rem;top:.5rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.exact{font-family:var(--mono);font-size:.9375em;user-select:all}
.compare{font-size:1.25rem;letter-spacing:.08em}
.card,.document,.decide{background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:1.25rem}
.card,.document{margin:0 0 1.5rem}
.card>:first-child{margin-top:0}
dl{margin:0 0 1.5rem;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:.25rem 1.25rem}
dl>div{padding:.7rem 0;border-top:1px solid var(--line)}
dl>div:first-child{border-top:0}
dt{color:var(--soft);font-size:.9375rem}
dd,form{margin:0}
.card dl{border:0;border-radius:0;padding:0;background:none}
.document{font-family:var(--serif);line-height:1.65}
.notice,.summary{border:1px solid var(--line);border-left:5px solid var(--accent);background:var(--tint);border-radius:4px;padding:1rem 1.25rem;margin:0 0 1.5rem}
.notice h2,.summary h2{margin:0;font-size:1.125rem}
.notice h2+*,.summary h2+*{margin-top:.4rem}
.card>:last-child,.document>:last-child,.notice>:last-child,.summary>:last-child{margin-bottom:0}
.success{border-left-color:var(--good);background:var(--good-tint)}
.success h2{color:var(--good)}
.warning{border-left-color:var(--warn);background:var(--warn-tint)}
.warning h2{color:var(--warn)}
.summary{border-color:var(--bad);background:var(--bad-tint);color:var(--bad)}
.summary a{color:inherit;font-weight:600}
.summary ul{padding-left:1.1rem}
form+form{margin-top:.75rem}
main form+:not(form,h2){margin-top:1.5rem}
fieldset{border:0;margin:0 0 1.5rem;padding:0;min-width:0}
ul+fieldset,.field+fieldset,fieldset+fieldset,details+fieldset{margin-top:2.25rem}
fieldset:has(>.wrong [type=radio]){padding-left:.9rem;border-left:5px solid var(--bad)}
fieldset>.wrong:has([type=radio]){padding-left:0;border-left:0}
legend{padding:0;margin-bottom:.75rem;font:600 1.25rem/1.3 var(--serif)}
figure,.field{margin:0 0 1.5rem}
label{display:block;font-weight:600}
.field .hint{margin:.1rem 0 0}
.error{margin:.25rem 0 0;color:var(--bad);font-weight:600}
.wrong{border-left:5px solid var(--bad);padding-left:.9rem}
input:not([type=checkbox],[type=radio]),textarea,select{display:block;width:100%;margin-top:.45rem;min-height:2.9rem;padding:.5rem .75rem;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--edge);border-radius:4px}
input.code{max-width:11rem;font-size:1.25rem;letter-spacing:.15em;font-variant-numeric:tabular-nums}
.wrong input,.wrong textarea{border-color:var(--bad);border-width:2px}
.choice>div{display:flex;gap:.75rem;align-items:flex-start}
.choice input,th input{flex:none;width:1.5rem;height:1.5rem;margin:.1rem 0;accent-color:var(--accent)}
th input{margin-right:.6rem;vertical-align:middle}
.choice label{font-weight:400;padding-top:.05rem;cursor:pointer}
.choice .hint{margin-left:2.25rem}
[autocomplete$=postal-code]{max-width:12rem}
fieldset>.choice{margin-bottom:1rem}
.kinds>div{break-inside:avoid;margin-bottom:1.5rem}
.kinds .choice{margin-bottom:.5rem}
.kinds .exact{font-size:.8125rem}
.choice .error{margin-bottom:.4rem}
.buttons{display:grid;gap:.75rem;margin:1.75rem 0 0}
.button{display:inline-block;min-height:2.9rem;padding:.65rem 1.5rem;font:600 1rem/1.4 var(--sans);text-align:center;text-decoration:none;border:1px solid var(--accent);border-radius:4px;cursor:pointer}
.primary{color:var(--on-accent);background:var(--accent)}
.primary:hover{color:var(--on-accent);background:var(--accent-strong)}
.secondary{color:var(--accent);background:var(--paper)}
.secondary:hover{background:var(--tint)}
.danger{color:var(--bad);background:var(--paper);border-color:var(--bad)}
.danger:hover{background:var(--bad-tint)}
table{width:100%;border-collapse:collapse;margin:0 0 1.5rem;background:var(--paper)}
th,td{text-align:left;vertical-align:top;padding:.6rem .75rem;border:1px solid var(--line)}
th{font-size:.9375rem;color:var(--soft)}
.tabs{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;margin:0 0 1.25rem}
.tabs a{display:inline-block;padding:.35rem 0}
.tabs [aria-current]{color:var(--ink);font-weight:600;text-decoration:none;border-bottom:3px solid var(--accent)}
.filters{margin:1.5rem 0 0;padding:1rem 0 0;border-top:1px solid var(--line)}
.beside{table-layout:fixed}
.cases{table-layout:auto}
.cases thead th,.cases .tag{white-space:nowrap}
.cases tbody th{font-size:1rem;color:inherit}
.whole,td button{overflow-wrap:normal}
.tag{display:inline-block;overflow-wrap:normal;padding:.05rem .5rem;font-size:.875rem;font-weight:600;color:var(--accent);background:var(--tint);border:1px solid currentColor;border-radius:3px}
.tag.good{color:var(--good);background:var(--good-tint)}
.tag.warn{color:var(--warn);background:var(--warn-tint)}
.tag.bad{color:var(--bad);background:var(--bad-tint)}
.chart{margin:0 0 2rem;max-width:46rem}
.chart figcaption{font-weight:600}
.chart svg{display:block;width:100%;height:8rem;margin:.5rem 0 .25rem;border-bottom:1px solid var(--edge);overflow:visible}
.chart rect,.age rect{fill:var(--accent)}
.timeline svg{height:2.5rem}
.timeline .now{fill:var(--warn)}
.chart polygon{fill:var(--tint)}
.chart polyline{fill:none;stroke:var(--accent);stroke-width:2.5px;vector-effect:non-scaling-stroke}
.chart .ends{display:flex;justify-content:space-between;gap:.5rem;color:var(--soft);font-size:.875rem}
.chart .ends:has(b) span{flex:1;text-align:center}
.age{display:block;max-width:8rem;height:.35rem;margin-top:.3rem;background:var(--line);border-radius:2px}
.age.old rect{fill:var(--warn)}
.age.late rect{fill:var(--bad)}
.decide h2{margin-top:0}
.decide ul{margin:0 0 1rem;padding-left:1.1rem}
.decide details{margin:0;padding:.35rem 0;border-top:1px solid var(--line)}
.decide summary{font-weight:600}
.decide dl{border:0;padding:0}
.decide dl>div,.aside dl>div{display:block}
.desk>div{margin-bottom:1.5rem}
.decide .buttons{margin:0 0 .75rem}
.decide .field{margin-bottom:1rem}
.decide .claim{margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
.steps{display:flex;flex-wrap:wrap;gap:.35rem 1.25rem;margin:0 0 1.5rem;padding:0;list-style:none;counter-reset:step;font-size:.9375rem;color:var(--soft)}
.steps li{counter-increment:step}
.steps li::before{content:counter(step) ". "}
.steps .done::before{content:"✓ "/"";color:var(--good)}
.steps [aria-current]{color:var(--ink);font-weight:600}
.message{margin:0 0 1.25rem;padding:.9rem 1.1rem;font:.8125rem/1.5 var(--mono);white-space:pre-wrap;background:var(--paper);border:1px solid var(--line);border-radius:6px}
.bottom{border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
.bottom .wide{padding-top:1.1rem;padding-bottom:1.5rem}
.bottom p,.bottom h2{margin:0}
.bottom h2{margin-top:.75rem;font-size:1rem}
.bottom nav{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-top:.35rem}
.bottom a{padding:.3rem 0}
@media (max-width:39.99rem){.button{width:100%}.account>span{flex-basis:100%}.beside thead:not(:has(a)),.beside thead th:not(:has(a)){display:none}.beside tr{display:block;padding:.6rem .75rem;border:1px solid var(--line)}.beside th,.beside td{display:block;padding:0;border:0}.beside td{margin-top:.2rem}.beside td[data-in]::before{content:attr(data-in) ": ";color:var(--soft);font-size:.875rem}}
@media (min-width:40rem){.cases tbody th{min-width:11rem}.cases th:has(input){padding-left:2.85rem}.cases th input{margin-left:-2.1rem}.kinds{columns:2;column-gap:1.5rem}h1{font-size:2.125rem}main{padding-top:2.5rem}.document{padding:1.5rem 1.75rem}dl>div{display:grid;grid-template-columns:minmax(9rem,15rem) 1fr;gap:1rem}.buttons{display:flex;flex-wrap:wrap}}
@media (min-width:64rem){.broad .filters{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:end}.broad .filters .field{flex:1 1 10rem;max-width:20rem}.broad .filters .field:has(select){flex:none;max-width:none}.filters select{width:auto}table{overflow-wrap:break-word}.cases td,.cases tbody th{max-width:16rem}.broad .filters .buttons{margin:0 0 1.5rem}.desk{display:grid;grid-template-columns:minmax(0,1fr) 23rem;gap:0 2.5rem;align-items:start}.desk>div>:first-child{margin-top:0}.decide{grid-column:2;grid-row:1;position:sticky;top:1rem}.halves{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem 2.5rem}}
@media (forced-colors:active){:focus-visible{outline-color:Highlight}}
@page{margin:15mm}
@media print{:root{--paper:#fff;--ground:#fff;--ink:#000;--soft:#333;--line:#999;--accent:#000}html{font-size:10.5pt}body{display:block;min-height:0}main{padding:1rem 0 0}.document{border:0;padding:0}.skip,nav[aria-label],form:not(.page),.page .field,.buttons,.account,.acts,.button,.bottom{display:none}main,.wide{max-width:none;padding-left:0;padding-right:0}dl{border:0;padding:0}h2{margin-top:1.25rem}}
address{font-style:normal}
`.trim();

/** Changes with the stylesheet, so browsers can cache it permanently. */
export const stylesheetHash = createHash('sha256')
  .update(stylesheet)
  .digest('base64url')
  .slice(0, 16);

/**
 * The stylesheet with a jurisdiction's colours and crest, and its version. Browsers fetch it once,
 * not with each page.
 */
export function brandedStyle(branding: Branding | undefined) {
  if (branding === undefined) return { text: stylesheet, version: stylesheetHash };
  const { css, version } = branding;
  return { text: `${stylesheet}\n${css}`, version: stylesheetHash + version };
}
