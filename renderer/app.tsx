import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { ApiError } from './api/api-error.ts'
import { FreshQueryClient } from './api/query-client.ts'
import { askAhead } from './shell/ask-ahead.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { useLanguage } from './state/language.ts'
import { SessionGate } from './shell/session-gate.tsx'
import { ToastProvider } from './ui/toast.tsx'

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

export function App() {
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
