/**
 * The page's one script: a button at each block that copies it, and contents that are closed on a small screen.
 * In a page that the browser does not trust with its clipboard (no TLS) there are no buttons.
 */
export const copyScript = `
const told = document.querySelector('.told')
const contents = document.querySelector('.contents')
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
    told.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy'; told.textContent = '' }, 2000)
  })
  block.append(button)
}
`
