import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'inter-ui/inter-variable-latin.css'
// Tokens and defaults are imported first, so that the styles of components override them.
import './ui/tokens.css'
import './ui/base.css'
import './shell/frame.css'
import { App } from './app.tsx'
import { beginAppearance } from './state/appearance.ts'
import { beginLanguage } from './state/language.ts'
import './settings/settings-page.css'

beginAppearance()
void start()

async function start(): Promise<void> {
  await beginLanguage()
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has lost its root element.')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
