import { explain } from '../attributes/explain-refusal.ts'
import { ApiError } from '../api/client.ts'
import { Notice } from '../ui/notice.tsx'

/** Why the server did not take the import, fault by fault. */
export function ImportFault({ error }: { error: Error }) {
  const faults = error instanceof ApiError ? error.fieldErrors : []
  return (
    <Notice tone="danger" title="The import was not started">
      {faults.length === 0 ? (
        <p>{error.message}</p>
      ) : (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.field} ${fault.issue}`}>
              <b>{fault.field}</b>: {explain(fault)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
