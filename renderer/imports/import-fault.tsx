import { ApiError } from '../api/api-error.ts'
import { Notice } from '../ui/notice.tsx'
import { byLanguage, t } from '../ui/text.ts'
import { describeFault } from '../api/explain-refusal.ts'

/** Why the server did not take the import. */
export function ImportFault({ error }: { error: Error }) {
  return (
    <Notice tone="danger" title={t('The import was not started')}>
      <FaultList error={error} />
    </Notice>
  )
}

const fieldNames = byLanguage((): Readonly<Record<string, string>> => ({
  images_folder: t('Folder of pictures'),
}))

/** A refusal, fault by fault; what concerns the file as a whole needs no place. */
export function FaultList({ error }: { error: Error }) {
  const faults = error instanceof ApiError ? error.fieldErrors : []
  if (faults.length === 0) return <p>{error.message}</p>
  return (
    <ul>
      {faults.map((fault) => (
        <li key={`${fault.field} ${fault.issue}`}>
          {fault.field !== 'file' && <b>{fieldNames()[fault.field] ?? fault.field}: </b>}
          {describeFault(fault)}
        </li>
      ))}
    </ul>
  )
}
