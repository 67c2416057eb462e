import { useQuery } from '@tanstack/react-query'
import { providersQuery } from '../api/providers-queries.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/page-table.tsx'
import '../ui/page.css'

/** The providers of models that the owner has added. */
export function ProvidersPage() {
  const { data: providers, error } = useQuery(providersQuery)
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">AI providers</h1>
      </header>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <PageTable label="AI providers" columns={['Name', 'Address']}>
        {providers?.map(({ id, name, base_url: address }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{address}</td>
          </tr>
        ))}
      </PageTable>
    </div>
  )
}
