import { Button } from '../ui/button.tsx'
import { formatAgo } from '../ui/format-time.ts'
import { Notice } from '../ui/notice.tsx'
import { startChoices } from './import-choices.ts'
import type { StepProps } from './step-props.ts'

/** That a file like this one was imported before, and that its settings were taken. */
export function RememberedFile({ choices, onChoices }: Pick<StepProps, 'choices' | 'onChoices'>) {
  const { remembered, type } = choices
  if (!remembered) return null
  return (
    <Notice tone="info">
      <div className="import-remembered">
        <p>
          A file like this is known: the settings of <b>{remembered.file}</b>, imported{' '}
          {formatAgo(remembered.imported_at)}, were taken.
        </p>
        <Button variant="ghost" onClick={() => onChoices({ ...startChoices(type), remembered: null })}>
          Start afresh
        </Button>
      </div>
    </Notice>
  )
}
