/** The page's one style sheet, in the colours of the dashboard. Text has a contrast of at least 4.5 on its ground in both schemes. */
export const docsStyles = `
:root { --ground: #fff; --side: #fafafa; --text: #17171b; --quiet: #52525c; --edge: #e6e6ea; --line: #8b8b96; --accent: #2f55d4; --soft: #edf1ff; --code: #f4f4f5; --get: #136c38; --post: #2f55d4; --delete: #b3201f }
@media (prefers-color-scheme: dark) {
  :root { --ground: #121215; --side: #0d0d0f; --text: #f3f3f5; --quiet: #adadb8; --edge: #27272d; --line: #7c7c88; --accent: #92a8ff; --soft: #1c2342; --code: #1c1c21; --get: #56d68a; --post: #92a8ff; --delete: #ff8480 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100% }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word }
a { color: var(--accent); text-underline-offset: .15em }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--ground); z-index: 2 }
.skip:focus { top: .5rem }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 1rem; height: 3.25rem; padding: 0 1.25rem; background: var(--ground); border-bottom: 1px solid var(--edge) }
.brand { display: flex; align-items: center; gap: .6rem; color: var(--text); font-weight: 650; letter-spacing: -.01em; text-decoration: none }
.mark { width: 1.5rem; height: 1.5rem; fill: none; stroke: var(--ground); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round }
.mark rect { fill: var(--accent); stroke: none }
.elsewhere { display: flex; gap: 1.25rem; font-size: .9375rem }
.elsewhere a { color: var(--quiet); text-decoration: none }
.elsewhere a:hover { color: var(--text); text-decoration: underline }
nav { padding: .75rem 1.25rem; border-bottom: 1px solid var(--edge); background: var(--side); font-size: .9375rem }
nav summary { min-height: 2.75rem; display: flex; align-items: center; font-weight: 600; cursor: pointer }
summary::before { content: "▸"; margin-right: .5rem; color: var(--quiet) }
details[open] > summary::before { content: "▾" }
summary::-webkit-details-marker { display: none }
nav ul { margin: 0; padding: 0; list-style: none }
nav ul ul { margin: .125rem 0 .5rem; padding-left: .75rem; border-left: 1px solid var(--edge) }
nav a { display: block; padding: .3rem .5rem; border-radius: .375rem; color: var(--text); text-decoration: none }
nav a:hover { background: var(--soft) }
nav a[aria-current] { background: var(--soft); color: var(--accent); font-weight: 600 }
nav li a .verb { font-size: .6875rem }
[hidden] { display: none !important }
.find { margin: .25rem 0 .75rem }
.find input { width: 100%; min-height: 2.75rem; padding: .4rem .7rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem }
.find input::placeholder { color: var(--quiet); opacity: 1 }
.find p { margin: .3rem .1rem 0; font-size: .8125rem; color: var(--quiet) }
.find p:empty { display: none }
.guide { padding: 1.5rem 0 .5rem }
main { padding: 1.5rem 1.25rem 6rem; max-width: 84rem; min-width: 0 }
h1, h2, h3 { line-height: 1.25; letter-spacing: -.015em; text-wrap: balance }
h1 { margin: .5rem 0; font-size: 2rem }
h2 { margin: 3.5rem 0 1rem; padding-top: 1.5rem; border-top: 1px solid var(--edge); font-size: 1.5rem }
h3 { margin: 0 0 .5rem; font-size: 1.1875rem }
h4 { margin: 1.5rem 0 .5rem; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; color: var(--quiet) }
p { margin: 0 0 1rem; max-width: 46rem }
.lead { font-size: 1.125rem; color: var(--quiet) }
.anchor { color: inherit; text-decoration: none }
.anchor:hover::after, .anchor:focus-visible::after { content: " #"; color: var(--accent) }
code { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
p code, dd code, dt code { padding: .1em .3em; border-radius: .25rem; background: var(--code) }
.steps { margin: 0; padding-left: 1.25rem }
.steps > li { margin-bottom: 1.25rem; padding-left: .25rem }
.steps > li::marker { color: var(--quiet); font-weight: 600 }
.code { position: relative; margin: 0 0 1rem; max-width: 52rem }
pre { margin: 0; padding: .875rem 1rem; overflow-x: auto; border: 1px solid var(--edge); border-radius: .625rem; background: var(--code) }
pre code { font-size: .8125rem; line-height: 1.6 }
.code button { position: absolute; top: .5rem; right: .5rem; min-height: 2rem; padding: 0 .7rem; font: 500 .8125rem/1 inherit; font-family: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--edge); border-radius: .4rem; cursor: pointer }
.code button:hover { border-color: var(--accent); color: var(--accent) }
@media (hover: none) { .code button { position: static; margin-top: .375rem } }
@media (hover: hover) { .code button { opacity: 0 } .code:hover button, .code:focus-within button { opacity: 1 } }
.route { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; overflow-wrap: anywhere }
.verb { font: 650 .75rem/1.4 ui-monospace, Menlo, Consolas, monospace; color: var(--post) }
.verb.get { color: var(--get) }
.verb.delete { color: var(--delete) }
.route .verb { padding: .15rem .45rem; border: 1px solid currentColor; border-radius: .3rem }
.operation { padding: 2rem 0; border-top: 1px solid var(--edge) }
p + .operation { border-top: 0; padding-top: .5rem }
.fields { margin: 0 0 1rem; max-width: 46rem }
.fields dt { padding-top: .6rem; border-top: 1px solid var(--edge); overflow-wrap: anywhere }
.fields dt code { padding: 0; background: none; font-weight: 600 }
.fields dd { margin: .1rem 0 .6rem; color: var(--quiet); overflow-wrap: anywhere }
.fields dd:empty { margin-bottom: .35rem }
.guide ul { margin: 0 0 1rem; padding-left: 1.25rem; max-width: 46rem }
.guide li { margin-bottom: .4rem }
.moves { margin: 0 0 1.25rem; max-width: 52rem; overflow-x: auto }
.moves table { width: 100%; border-collapse: collapse; font-size: .9375rem }
.moves caption { padding: 0 0 .35rem; text-align: left; font-weight: 600 }
.moves th { padding: .35rem .75rem .35rem 0; text-align: left; font-weight: 500; font-size: .8125rem; color: var(--quiet) }
.moves td { width: 50%; padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--edge); vertical-align: top; overflow-wrap: anywhere }
@media (max-width: 40rem) {
  .moves thead { display: none }
  .moves tr { display: block; padding: .4rem 0; border-top: 1px solid var(--edge) }
  .moves td { display: block; width: auto; padding: .1rem 0; border: 0 }
  .moves td + td { padding-left: 1.25rem; text-indent: -1.25rem }
  .moves td + td::before { content: "→ "; color: var(--quiet) }
}
.type { color: var(--quiet); font-size: .875rem }
.demand { color: var(--delete); font-size: .8125rem; font-weight: 600 }
.bounds { display: block; font-size: .8125rem }
.status { display: inline-block; min-width: 2.6rem; padding: 0 .4rem; border-radius: .3rem; background: var(--soft); font-weight: 650; font-size: .8125rem; text-align: center }
.answer { margin: 1rem 0 .5rem }
details.contents { margin: 0 }
.words details { max-width: 46rem; border: 1px solid var(--edge); border-radius: .625rem; padding: .25rem .875rem }
.words summary { min-height: 2.5rem; display: flex; align-items: center; cursor: pointer; font-size: .9375rem }
.refusals { margin: .25rem 0 .75rem; display: grid; grid-template-columns: auto 1fr; gap: .35rem .75rem; font-size: .9375rem }
.refusals dd { margin: 0; color: var(--quiet) }
.status-message { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); grid-template-rows: auto 1fr }
  header { grid-column: 1 / -1 }
  nav { position: sticky; top: 3.25rem; height: calc(100vh - 3.25rem); overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--edge) }
  nav summary { display: none }
  main { padding: 1.5rem 3rem 8rem }
}
@media (min-width: 76rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 3rem }
  .examples { position: sticky; top: 4.5rem; align-self: start; min-width: 0 }
}
@media print { nav, .skip, .code button { display: none } }
`
