import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'inter-ui/inter-variable-latin.css'
import './ui/tokens.css'
import './ui/base.css'
import './shell/frame.css'
import { beginAppearance } from './state/appearance.ts'
import { beginLanguage, useLanguage } from './state/language.ts'
import './settings/settings-page.css'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { ApiError } from './api/api-error.ts'
import { FreshQueryClient } from './api/query-client.ts'
import { askAhead } from './shell/ask-ahead.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { SessionGate } from './shell/session-gate.tsx'
import { ToastProvider } from './ui/toast.tsx'

// Tokens and defaults are imported first, so that the styles of components override them.
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

const maxRetries = 2

const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      // The server is on this machine, so being offline does not affect it.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => error instanceof ApiError && error.isRetriable && failures < maxRetries,
      retryDelay: (failures) => 300 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

askAhead(queryClient)

function App() {
  const language = useLanguage()
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={500}>
          <ToastProvider>
            {/* Another language remounts the app, since existing columns and tables are in the former one. Pending cells are kept elsewhere. */}
            <SessionGate key={language} />
          </ToastProvider>
        </Tooltip.Provider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
