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

const root = document.getElementById('app')
if (!root) throw new Error('the page has no place for the app')

startTheme()
await startLanguage()
render(<App />, root)
