/**
 * The pages' one style sheet, in the colours of the dashboard (`apps/dashboard/src/design/tokens.css`), to which they lead. Text has a
 * contrast of at least 4.5 on its ground, borders of fields 3, in both schemes.
 */
export const styles = `
:root { --ground: #fafafa; --card: #fff; --text: #17171b; --quiet: #52525c; --line: #8b8b96; --edge: #e6e6ea; --accent: #2f55d4; --button: #1b1b20; --on-button: #fff; --pressed: #35353d; --wrong: #b3201f; --wrong-ground: #fdeeee }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d0d0f; --card: #121215; --text: #f3f3f5; --quiet: #adadb8; --line: #666672; --edge: #27272d; --accent: #92a8ff; --button: #f0f0f3; --on-button: #17171b; --pressed: #d7d7de; --wrong: #ff8480; --wrong-ground: #301617 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--text); font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-font-smoothing: antialiased }
main { width: 100%; max-width: 24rem; padding: clamp(1.25rem, 6vw, 1.75rem); background: var(--card); border: 1px solid var(--edge); border-radius: .75rem; overflow-wrap: anywhere }
.brand { display: flex; align-items: center; gap: .625rem; margin: 0 0 1.5rem; font-weight: 600; letter-spacing: -.01em }
.mark { width: 2.25rem; height: 2.25rem; fill: none; stroke: var(--card); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round }
.mark rect { fill: var(--accent); stroke: none }
h1 { margin: 0 0 1.25rem; font-size: 1.25rem; font-weight: 600; line-height: 1.3; letter-spacing: -.01em }
h1:has(+ .quiet) { margin-bottom: .25rem }
p { margin: 0 0 1.25rem }
p:last-child { margin-bottom: 0 }
.quiet { color: var(--quiet) }
label { display: block; margin-bottom: .375rem; font-weight: 500 }
input { display: block; width: 100%; min-height: 2.5rem; margin-bottom: 1rem; padding: .375rem .75rem; font: inherit; font-size: 1rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .375rem }
input[aria-invalid=true] { border-color: var(--wrong) }
button { display: block; width: 100%; min-height: 2.5rem; margin-top: .5rem; padding: .375rem 1rem; font: inherit; font-weight: 500; color: var(--on-button); background: var(--button); border: 1px solid transparent; border-radius: .375rem; cursor: pointer }
form + button { margin-top: 0 }
form button { margin-top: 1.5rem }
button:hover { background: var(--pressed) }
button.second { color: var(--text); background: transparent; border-color: var(--line) }
button.second:hover { background: var(--ground) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.alert { margin: 0 0 1.25rem; padding: .625rem .75rem; color: var(--wrong); background: var(--wrong-ground); border-radius: .375rem }
`
