/**
 * The script of every page: a copy button for each block of code, tabs, the find field, a mark for the current section, and contents that are
 * closed on a small screen. Addresses from the time when all was one page, such as `/docs#createAddress`, lead to where the place is now.
 * Without TLS there are no copy buttons, since the browser gives no access to the clipboard.
 */
export const pageScript = `
const status = document.querySelector('.status-message')
const side = document.querySelector('.side')
const contents = side.querySelector('.contents')
const list = contents.querySelector('.list')
const small = matchMedia('(max-width: 63.99rem)')
const fit = () => { contents.open = !small.matches }
fit()
small.addEventListener('change', fit)
contents.addEventListener('click', (event) => { if (event.target.closest('a')) fit() })

const element = (name, fields, ...children) => {
  const made = Object.assign(document.createElement(name), fields)
  made.append(...children)
  return made
}

if (navigator.clipboard) for (const pre of document.querySelectorAll('.code pre')) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy', ariaLabel: 'Copy: ' + pre.getAttribute('aria-label') })
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent)
    button.textContent = status.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy'; status.textContent = '' }, 2000)
  })
  pre.after(button)
}

for (const tabs of document.querySelectorAll('.tabs')) {
  const panels = [...tabs.children]
  const buttons = panels.map((panel) => {
    const caption = panel.querySelector('.caption')
    return element('button', { type: 'button', role: 'tab', textContent: caption.textContent })
  })
  const show = (chosen) => panels.forEach((panel, n) => {
    panel.hidden = n !== chosen
    buttons[n].ariaSelected = n === chosen
    buttons[n].tabIndex = n === chosen ? 0 : -1
  })
  buttons.forEach((button, n) => {
    panels[n].role = 'tabpanel'
    panels[n].ariaLabel = button.textContent
    button.addEventListener('click', () => show(n))
    button.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
      if (!step) return
      const next = (n + step + buttons.length) % buttons.length
      show(next)
      buttons[next].focus()
    })
  })
  tabs.prepend(element('div', { role: 'tablist', ariaLabel: 'Language' }, ...buttons))
  tabs.classList.add('chosen')
  show(0)
}

let loading
const load = () => loading ??= fetch(document.documentElement.dataset.find).then((response) => response.json()).catch(() => {
  loading = undefined
  return null
})

const find = contents.querySelector('.find')
const input = find.querySelector('input')
const [said, found] = [find.querySelector('p'), find.querySelector('ul')]
const most = 40
const narrow = async () => {
  const places = await load()
  const terms = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const has = (text) => terms.every((term) => text.includes(term))
  const fits = terms.length === 0 || !places ? [] : places.filter(({ words }) => has(words))
  fits.sort((one, other) => has(other.title.toLowerCase()) - has(one.title.toLowerCase()))
  list.hidden = terms.length > 0
  found.hidden = terms.length === 0
  found.replaceChildren(...fits.slice(0, most).map(({ href, title, page, verb }) => {
    const link = element('a', { href }, element('b', { textContent: title }))
    if (verb) link.append(' ', element('span', { className: 'verb ' + verb, textContent: verb.toUpperCase() }))
    if (page !== title) link.append(element('span', { className: 'on', textContent: page }))
    return element('li', {}, link)
  }))
  const count = fits.length === 1 ? '1 result' : fits.length + ' results'
  const shown = fits.length > most ? count + ', the first ' + most + ' shown' : count
  said.textContent = terms.length === 0 ? '' : !places ? 'Search is not available. Try again.' : fits.length === 0 ? 'Nothing found' : shown
}
const clear = () => {
  input.value = ''
  narrow()
}
find.hidden = false
found.addEventListener('click', clear)
input.addEventListener('focus', load)
input.addEventListener('input', narrow)
find.addEventListener('keydown', async (event) => {
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step && links.length > 0) {
    event.preventDefault()
    ;(links[Math.min(at + step, links.length - 1)] ?? input).focus()
  }
  if (event.key === 'Enter' && event.target === input) {
    await narrow()
    found.querySelector('a')?.click()
  }
  if (event.key === 'Escape') {
    clear()
    input.focus()
  }
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return
  event.preventDefault()
  contents.open = true
  input.focus()
})

const followMoved = async () => {
  const id = location.hash.slice(1)
  if (id === '' || document.getElementById(id)) return
  const places = ((await load()) ?? []).filter((place) => place.id === id)
  const moved = places.find(({ href }) => !href.includes('#')) ?? places[0]
  if (moved) location.replace(moved.href)
}
addEventListener('hashchange', followMoved)
followMoved()

const sections = [...list.querySelectorAll('.sections a')].map((link) => ({ link, target: document.getElementById(link.hash.slice(1)) }))
let current
const reveal = (link) => {
  const [box, frame] = [link.getBoundingClientRect(), side.getBoundingClientRect()]
  if (box.top < frame.top || box.bottom > frame.bottom) side.scrollTop += box.top - frame.top - side.clientHeight / 2
}
const mark = () => {
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  const passed = sections.filter(({ target }) => target.getBoundingClientRect().top <= 120)
  const now = isAtEnd ? sections.at(-1) : passed.at(-1)
  if (now === current) return
  current?.link.removeAttribute('aria-current')
  current = now
  if (!now) return
  now.link.setAttribute('aria-current', 'location')
  reveal(now.link)
}
let isDue = false
const markSoon = () => {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => { isDue = false; mark() })
}
for (const event of ['scroll', 'resize', 'hashchange']) addEventListener(event, markSoon, { passive: true })
const shown = list.querySelector('[aria-current=page]')
if (shown) reveal(shown)
mark()
`
