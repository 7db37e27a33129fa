import { contentStyles } from './content-styles.ts'

const frameStyles = `
:root { --ground: #fff; --side: #fafafa; --text: #17171b; --quiet: #52525c; --edge: #e6e6ea; --line: #8b8b96; --accent: #2f55d4; --soft: #edf1ff; --code: #f7f7f8; --on-accent: #fff; --get: #136c38; --post: #2f55d4; --delete: #b3201f }
@media (prefers-color-scheme: dark) {
  :root { --ground: #121215; --side: #0d0d0f; --text: #f3f3f5; --quiet: #adadb8; --edge: #27272d; --line: #7c7c88; --accent: #92a8ff; --soft: #1c2342; --code: #19191d; --on-accent: #0d0d0f; --get: #56d68a; --post: #92a8ff; --delete: #ff8480 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.65 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word }
a { color: var(--accent); text-underline-offset: .15em }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem }
main:focus { outline: 0 }
[hidden] { display: none !important }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--ground); z-index: 2 }
.skip:focus { top: .5rem }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 1rem; height: 3.5rem; padding: 0 1.25rem; background: var(--ground); border-bottom: 1px solid var(--edge) }
.brand { display: flex; align-items: center; gap: .6rem; min-height: 2.75rem; color: var(--text); font-weight: 650; letter-spacing: -.01em; text-decoration: none }
.mark { width: 1.5rem; height: 1.5rem; fill: none; stroke: var(--ground); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round }
.mark rect { fill: var(--accent); stroke: none }
.elsewhere { display: flex; gap: 1.25rem; font-size: .9375rem }
.elsewhere a { color: var(--quiet); text-decoration: none }
.elsewhere a:hover { color: var(--text); text-decoration: underline }
summary { cursor: pointer }
summary::before { content: ""; flex: none; width: .4rem; height: .4rem; margin: 0 .65rem 0 .15rem; border: solid var(--quiet); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg) }
details[open] > summary::before { transform: rotate(45deg) }
summary::-webkit-details-marker { display: none }
.side { padding: .25rem 1.25rem; border-bottom: 1px solid var(--edge); background: var(--side); font-size: .9375rem }
.side summary { min-height: 2.75rem; display: flex; align-items: center; font-weight: 600 }
.side ul { margin: 0; padding: 0; list-style: none }
.group { margin: 1.5rem 0 .35rem; padding: 0 .6rem; font-size: .8125rem; font-weight: 650 }
.side a { display: block; padding: .3rem .6rem; border-radius: .4rem; color: var(--quiet); text-decoration: none }
.side a:hover { color: var(--text); background: var(--soft) }
.side a[aria-current] { color: var(--accent); font-weight: 600 }
.side a[aria-current=page] { background: var(--soft) }
.side .sections { margin: .25rem 0 .5rem .6rem; padding-left: .35rem; border-left: 1px solid var(--edge); font-size: .875rem; line-height: 1.45 }
.find { padding: .25rem 0 .75rem }
.find input { width: 100%; min-height: 2.75rem; padding: .4rem .75rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem }
.find input::placeholder { color: var(--quiet); opacity: 1 }
.find p { margin: .6rem .1rem .3rem; font-size: .8125rem; color: var(--quiet) }
.find p:empty { display: none }
.found a { padding: .5rem .6rem; line-height: 1.4 }
.found b { color: var(--text); font-weight: 550 }
.on { display: block; font-size: .8125rem }
main { padding: 1.5rem 1.25rem 4rem; max-width: 84rem; min-width: 0 }
.turn { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; max-width: 48rem; margin-top: 4rem }
.turn a { display: block; padding: .8rem 1rem; border: 1px solid var(--edge); border-radius: .625rem; color: var(--text); font-weight: 550; line-height: 1.4; text-decoration: none }
.turn a:hover { border-color: var(--accent); color: var(--accent) }
.turn a[rel=next] { grid-column: 2; text-align: right }
.turn span { display: block; font-size: .8125rem; font-weight: 400; color: var(--quiet) }
.status-message { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); grid-template-rows: auto 1fr }
  header { grid-column: 1 / -1 }
  .side { position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); padding: .75rem 1rem 2rem; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--edge) }
  .side summary { display: none }
  main { padding: 2rem 3.5rem 5rem }
}
@media print {
  header, .side, .skip, .turn, .copy, [role=tablist] { display: none !important }
  body, .operation { display: block }
  .tabs .code[hidden] { display: block !important }
  .tabs .caption { display: block !important }
  pre { white-space: pre-wrap; overflow-wrap: anywhere }
}
`

/** The style sheet of every page, in the colours of the dashboard. Text has a contrast of at least 4.5 on its ground in both schemes. */
export const docsStyles = contentStyles + frameStyles
