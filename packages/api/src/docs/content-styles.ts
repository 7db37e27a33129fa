/** How headings, text, code, fields and tables look. */
export const contentStyles = `
h1, h2, h3 { line-height: 1.25; letter-spacing: -.015em; text-wrap: balance }
h1 { margin: .25rem 0 .75rem; font-size: 2rem; font-weight: 680 }
h2 { margin: 2.75rem 0 1rem; font-size: 1.375rem; font-weight: 650 }
h3 { margin: 1.5rem 0 .5rem; font-size: .9375rem; letter-spacing: 0 }
p { margin: 0 0 1rem; max-width: 48rem }
.lead { font-size: 1.125rem; color: var(--quiet) }
.anchor { color: inherit; text-decoration: none }
.anchor:hover::after, .anchor:focus-visible::after { content: " #"; color: var(--accent) }
code, kbd { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
p code, li code, dd code, td code, .route code, kbd { padding: .1em .35em; border: 1px solid var(--edge); border-radius: .3rem; background: var(--code); overflow-wrap: anywhere }
main ul, main ol { margin: 0 0 1rem; padding-left: 1.35rem; max-width: 48rem }
main li { margin-bottom: .5rem }
main ol > li { margin-bottom: 1.5rem; padding-left: .25rem }
main ol > li::marker { color: var(--quiet); font-weight: 600 }
.code { position: relative; margin: 0 0 1.25rem; max-width: 48rem; border: 1px solid var(--edge); border-radius: .625rem; background: var(--code); overflow: hidden }
.caption { display: flex; align-items: center; min-height: 2.5rem; max-width: none; margin: 0; padding: .25rem 5rem .25rem 1rem; border-bottom: 1px solid var(--edge); font-size: .8125rem; line-height: 1.35; color: var(--quiet) }
pre { margin: 0; padding: .875rem 1rem; font: .8125rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-x: auto; border-radius: 0 0 .625rem .625rem }
pre:focus-visible { outline-offset: -3px }
.code pre code { padding: 0; font: inherit; border: 0; background: none; overflow-wrap: normal }
.copy { position: absolute; top: .25rem; right: .25rem; min-height: 2rem; padding: 0 .75rem; font: 500 .8125rem/1 system-ui, sans-serif; color: var(--quiet); background: none; border: 0; border-radius: .4rem; cursor: pointer }
.copy:hover { color: var(--accent); background: var(--soft) }
.tabs { position: relative; max-width: 48rem }
.chosen .caption { display: none }
.chosen .code { border-radius: 0 0 .625rem .625rem }
.chosen .copy { top: .4rem; right: .4rem; background: var(--code) }
@media (max-width: 40rem) { .chosen pre { padding-top: 2.75rem } }
[role=tablist] { display: flex; gap: .25rem; padding: 0 .5rem; border: 1px solid var(--edge); border-bottom: 0; border-radius: .625rem .625rem 0 0; background: var(--code); overflow-x: auto }
[role=tab] { min-height: 2.75rem; padding: 0 .75rem; font: 500 .875rem/1 system-ui, sans-serif; color: var(--quiet); background: none; border: 0; border-bottom: 2px solid transparent; cursor: pointer }
[role=tab]:hover { color: var(--text) }
[role=tab][aria-selected=true] { color: var(--text); border-bottom-color: var(--accent) }
[role=tab]:focus-visible { outline-offset: -3px }
.table { max-width: 48rem; margin: 0 0 1.5rem }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; line-height: 1.5 }
th { padding: .4rem 1.25rem .4rem 0; text-align: left; font-weight: 550; font-size: .8125rem; color: var(--quiet) }
td { padding: .6rem 1.25rem .6rem 0; border-top: 1px solid var(--edge); vertical-align: top; overflow-wrap: anywhere }
td:first-child { min-width: 9rem }
@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  tr { display: block; padding: .6rem 0; border-top: 1px solid var(--edge) }
  td { display: block; padding: .1rem 0; border: 0 }
  td + td { color: var(--quiet) }
}
.route { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; overflow-wrap: anywhere }
.verb { font: 650 .6875rem/1.4 ui-monospace, Menlo, Consolas, monospace; color: var(--post) }
.verb.get { color: var(--get) }
.verb.delete { color: var(--delete) }
.route .verb { padding: .15rem .45rem; border: 1px solid currentColor; border-radius: .3rem; font-size: .75rem }
.part:target h2, .operation:target h2 { color: var(--accent) }
.operation { padding: 2.25rem 0; border-top: 1px solid var(--edge) }
.operation h2 { margin: 0 0 .6rem; font-size: 1.25rem }
.operation:first-of-type { margin-top: 1.5rem }
.fields { margin: 0 0 1rem; max-width: 48rem }
.fields dt { padding-top: .65rem; border-top: 1px solid var(--edge); overflow-wrap: anywhere }
.fields dt code { font-weight: 600 }
.fields dd { margin: .1rem 0 .65rem; color: var(--quiet); font-size: .9375rem; overflow-wrap: anywhere }
.fields dd:empty { margin-bottom: .35rem }
.type { color: var(--quiet); font-size: .875rem }
.demand { color: var(--delete); font-size: .8125rem }
.bounds { display: block; font-size: .875rem; overflow-wrap: anywhere }
.status { font: 600 .875rem/1.4 ui-monospace, Menlo, Consolas, monospace; color: var(--get) }
.answer { margin-bottom: .6rem; font-size: .9375rem }
.words details { max-width: 48rem; border-top: 1px solid var(--edge); border-bottom: 1px solid var(--edge) }
.words summary { min-height: 2.75rem; display: flex; align-items: center; font-size: .9375rem }
.refusals { margin: .25rem 0 .75rem; display: grid; grid-template-columns: auto 1fr; gap: .35rem .75rem; font-size: .9375rem }
.refusals dd { margin: 0; color: var(--quiet) }
main ul.codes { display: flex; flex-wrap: wrap; gap: .35rem; padding: 0; list-style: none }
.codes li { margin: 0 }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 1.25rem; margin: 1.5rem 0 }
.button { padding: .55rem 1.1rem; border-radius: .5rem; color: var(--on-accent); background: var(--accent); font-weight: 600; text-decoration: none }
.button:hover { text-decoration: underline }
main ul.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: .875rem; max-width: 62rem; padding: 0; list-style: none }
.cards li { position: relative; margin: 0; padding: .9rem 1.1rem; border: 1px solid var(--edge); border-radius: .625rem }
.cards li:hover { border-color: var(--accent) }
.cards a { color: var(--text); font-weight: 600; text-decoration: none }
.cards li:hover a { color: var(--accent) }
.cards a::after { content: ""; position: absolute; inset: 0; border-radius: .625rem }
.cards a:focus-visible { outline: 0 }
.cards a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: 2px }
.cards p { margin: .25rem 0 0; font-size: .9375rem; line-height: 1.5; color: var(--quiet) }
@media (min-width: 76rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 3rem }
  .examples { position: sticky; top: 5rem; align-self: start; min-width: 0 }
}
`
