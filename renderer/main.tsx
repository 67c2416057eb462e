import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyTheme, followOtherWindows } from './theme/theme.ts'
import './ui/tokens.css'
import './ui/base.css'
import './shell/frame.css'

applyTheme()
followOtherWindows()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has lost its root element.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
