import { render } from 'preact'
import './design/tokens.css'
import './design/base.css'
import './design/controls.css'
import './design/panels.css'
import './shell/shell.css'
import './start/start.css'
import './inbox/inbox.css'
import './reader/reader.css'
import { startLanguage } from './languages/language.ts'
import { App } from './shell/app.tsx'
import { startTheme } from './state/theme.ts'

/** Shows the page. In the frame of the dashboard it is a preview, whose script nobody else loads. */
async function start(root: HTMLElement): Promise<void> {
  startTheme()
  if ('preview' in document.documentElement.dataset) {
    const { startPreview } = await import('./preview/start-preview.tsx')
    return startPreview(root)
  }
  await startLanguage()
  render(<App />, root)
}

const root = document.getElementById('app')
if (!root) throw new Error('the page has no place for the app')
// Not awaited: the script of the preview imports this one, which has to be evaluated by then.
void start(root)
