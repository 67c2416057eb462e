import { ApiError, describeFault } from '../api/api-error.ts'
import { Notice } from '../ui/notice.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { Button } from '../ui/button.tsx'
import type { StepProps } from './stepper.tsx'

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

type PlanProblemsProps = Pick<StepProps, 'plan'> & {
  readonly onStep?: StepProps['onStep'] | undefined
}

export function PlanProblems({ plan, onStep }: PlanProblemsProps) {
  const { problems = [], questions = [] } = plan?.preview ?? {}
  if (problems.length === 0) return null
  const hasQuestion = (setting: string): boolean => questions.some((question) => question.setting === setting)
  const others = problems.filter(({ field }) => !hasQuestion(field))
  return (
    <Notice tone="warning" title={t('This has to be settled first')}>
      {questions.length > 0 && <ToQuestion onStep={onStep} />}
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

function ToQuestion({ onStep }: Pick<PlanProblemsProps, 'onStep'>) {
  if (onStep === undefined)
    return <p>{t('Answer the question above first: the import cannot start without it.')}</p>
  return (
    <>
      <p>{t('The first step asks how the file is written.')}</p>
      <Button onClick={() => onStep('file')}>{t('Go to the question')}</Button>
    </>
  )
}
