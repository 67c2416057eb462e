import { useProviders } from '../api/providers-queries.ts'
import { NoProvider } from './no-provider.tsx'
import '../ui/page.css'

/** What models have cost. */
export function SpendPage() {
  const { hasNone } = useProviders()
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">Spend on AI</h1>
      </header>
      {hasNone && <NoProvider />}
    </div>
  )
}
