import type { Visitor } from '../support/inbox-page.ts'

/** What nobody sees as motion: less than a frame of the screen. */
const unseenMs = 5

/** Runs in every page, before its scripts. In each frame it looks at all animations and transitions, of pseudo-elements too; a smooth scroll is noted when it is asked for. */
const watch = `{
  window.seenMoving = new Set()
  const isSmooth = (options) => options !== null && typeof options === 'object' && options.behavior === 'smooth'
  for (const name of ['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView']) {
    for (const owner of [window, Element.prototype]) {
      const real = owner[name]
      if (real) owner[name] = function (...args) {
        if (args.some(isSmooth)) window.seenMoving.add(name + ' is smooth')
        return real.apply(this, args)
      }
    }
  }
  const look = () => {
    for (const { effect, animationName, transitionProperty } of document.getAnimations()) {
      if (effect.getComputedTiming().endTime <= ${unseenMs}) continue
      const { target, pseudoElement } = effect
      const what = animationName ?? transitionProperty ?? 'animation'
      window.seenMoving.add(what + ' of ' + (target?.outerHTML ?? '').slice(0, 160) + (pseudoElement ?? ''))
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

const nextFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** Watches a tab, from its next page on, for what moves. `check` collects by the name of a state what has moved since the last check or page; a state in which nothing did is absent. */
export async function watchMotion({ page, context }: Visitor) {
  await context.addInitScript(watch)
  const moved: Record<string, string[]> = {}
  const check = async (state: string) => {
    await page.evaluate(nextFrames)
    // Frames that hold a mail run no scripts, and have no watch.
    const found = await Promise.all(
      page
        .frames()
        .map((frame) =>
          frame.evaluate<string[]>(
            '{ const seen = window.seenMoving ?? new Set(); const all = [...seen]; seen.clear(); all }',
          ),
        ),
    )
    if (found.flat().length > 0) moved[state] = found.flat()
  }
  return { moved, check }
}
