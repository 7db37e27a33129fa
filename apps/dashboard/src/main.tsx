import { createRoot } from 'react-dom/client'
import './main.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no place for the app')

createRoot(root).render(<h1 className="p-6 text-xl font-semibold">Inlet</h1>)
