/** The pages' one style sheet. Text has a contrast of at least 4.5 on its ground, borders of fields 3, in both schemes. */
export const styles = `
:root { --ground: #f4f4f7; --card: #fff; --text: #18181b; --quiet: #52525b; --line: #85858f; --edge: #e4e4e7; --accent: #4338ca; --on-accent: #fff; --deep: #3730a3; --wrong: #b42318; --wrong-ground: #fef3f2 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #111114; --card: #1c1c21; --text: #f4f4f5; --quiet: #b4b4bd; --line: #7c7c88; --edge: #2e2e35; --accent: #a5b4fc; --on-accent: #17172b; --deep: #c7d2fe; --wrong: #fda29b; --wrong-ground: #33181a }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 25rem; padding: clamp(1.25rem, 6vw, 2.25rem); background: var(--card); border: 1px solid var(--edge); border-radius: 1rem; box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 12px 32px rgb(0 0 0 / 6%); overflow-wrap: anywhere }
.brand { display: flex; align-items: center; gap: .625rem; margin: 0 0 1.75rem; font-weight: 600; letter-spacing: -.01em }
.mark { width: 2rem; height: 2rem; fill: none; stroke: #fff; stroke-width: 2; stroke-linejoin: round }
.mark rect { fill: #4338ca; stroke: none }
h1 { margin: 0 0 1.25rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em }
p { margin: 0 0 1rem }
p:last-child { margin-bottom: 0 }
.quiet { color: var(--quiet) }
label { display: block; margin-bottom: .375rem; font-weight: 500 }
input { display: block; width: 100%; min-height: 2.75rem; margin-bottom: 1.125rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
input[aria-invalid=true] { border-color: var(--wrong) }
button { display: block; width: 100%; min-height: 2.75rem; margin-top: .5rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .5rem; cursor: pointer }
button:hover { background: var(--deep) }
button.second { color: var(--text); background: transparent; border-color: var(--line) }
button.second:hover { background: var(--ground) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.alert { margin: 0 0 1.25rem; padding: .75rem .875rem; color: var(--wrong); background: var(--wrong-ground); border: 1px solid var(--wrong); border-radius: .5rem }
`
