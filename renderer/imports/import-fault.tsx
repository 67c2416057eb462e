import { ApiError, describeFault } from '../api/api-error.ts'
import { Notice } from '../ui/notice.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import type { ImportProps } from './import-props.ts'

export function ImportFault({ error }: { error: Error }) {
  return (
    <Notice tone="danger" title={t('The import was not started')}>
      <FaultList error={error} />
    </Notice>
  )
}

const fieldNames = cachedByLanguage((): Readonly<Record<string, string>> => ({
  images_folder: t('Folder of pictures'),
}))

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

export function PlanProblems({ plan }: Pick<ImportProps, 'plan'>) {
  const { problems = [], questions = [] } = plan?.preview ?? {}
  if (problems.length === 0) return null
  const hasQuestion = (setting: string): boolean => questions.some((question) => question.setting === setting)
  const others = problems.filter(({ field }) => !hasQuestion(field))
  return (
    <Notice tone="warning" title={t('This has to be settled first')}>
      {questions.length > 0 && (
        <p>{t('Answer the question above first: the import cannot start without it.')}</p>
      )}
      {others.length > 0 && (
        <ul>
          {others.map(({ field, issue }) => (
            <li key={`${field} ${issue}`}>
              <b>{field.replace(/^mapping\./, '')}</b>: {issue}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
