/**
 * The page's script: a copy button for each block of code, a filter of the contents, a mark for the current section, and contents that are
 * closed on a small screen. Without TLS there are no copy buttons, since the browser gives no access to the clipboard.
 */
export const pageScript = `
const status = document.querySelector('.status-message')
const nav = document.querySelector('nav')
const contents = document.querySelector('.contents')
const find = document.querySelector('.find')
const small = matchMedia('(max-width: 63.99rem)')
const fit = () => { contents.open = !small.matches }
fit()
small.addEventListener('change', fit)
contents.addEventListener('click', (event) => { if (event.target.closest('a')) fit() })

if (navigator.clipboard) for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', 'Copy: ' + block.firstChild.getAttribute('aria-label'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.firstChild.textContent)
    button.textContent = 'Copied'
    status.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy'; status.textContent = '' }, 2000)
  })
  block.append(button)
}

const wordsOf = (target) => {
  let words = target.textContent
  if (target.localName !== 'section')
    for (let next = target.nextElementSibling; next && !['H2', 'H3', 'SECTION'].includes(next.nodeName); next = next.nextElementSibling)
      words += ' ' + next.textContent
  return words.toLowerCase()
}
const places = [...contents.querySelectorAll('a')].map((link) => {
  const target = document.getElementById(link.hash.slice(1))
  return { link, item: link.parentElement, target, words: wordsOf(target) }
})

const input = find.querySelector('input')
const narrow = () => {
  const terms = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const fits = places.filter(({ words }) => terms.every((term) => words.includes(term)))
  for (const { item } of places) item.hidden = !fits.some((place) => item.contains(place.item))
  const said = fits.length === 0 ? 'Nothing found' : fits.length + (fits.length === 1 ? ' place' : ' places')
  find.lastChild.textContent = terms.length === 0 ? '' : said
  return terms.length === 0 ? undefined : fits[0]
}
find.hidden = false
input.addEventListener('input', narrow)
input.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') narrow()?.link.click()
  if (event.key === 'Escape') { input.value = ''; narrow() }
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return
  event.preventDefault()
  contents.open = true
  input.focus()
})

let current
const mark = () => {
  const line = 120
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  const passed = places.filter(({ target }) => target.getBoundingClientRect().top <= line)
  const now = isAtEnd ? places.at(-1) : passed.at(-1)
  if (now === current) return
  current?.link.removeAttribute('aria-current')
  current = now
  if (!now) return
  now.link.setAttribute('aria-current', 'location')
  const [box, frame] = [now.link.getBoundingClientRect(), nav.getBoundingClientRect()]
  if (box.top < frame.top || box.bottom > frame.bottom) nav.scrollTop += box.top - frame.top - nav.clientHeight / 2
}
let isDue = false
const markSoon = () => {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => { isDue = false; mark() })
}
for (const event of ['scroll', 'resize', 'hashchange']) addEventListener(event, markSoon, { passive: true })
mark()
`
