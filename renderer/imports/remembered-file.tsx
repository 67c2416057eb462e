import { Button } from '../ui/button.tsx'
import { countOf } from '../ui/format-count.ts'
import { formatAgo } from '../ui/format-time.ts'
import { Notice } from '../ui/notice.tsx'
import { startChoices } from './import-choices.ts'
import type { StepProps } from './step-props.ts'

/** That a file like this one was imported before, and that its settings were taken. */
export function RememberedFile({ choices, onChoices }: Pick<StepProps, 'choices' | 'onChoices'>) {
  const { remembered, type } = choices
  if (!remembered) return null
  const count = remembered.corrections?.length ?? 0
  return (
    <Notice tone="info">
      <div className="import-remembered">
        <p>
          A file like this is known: the settings of <b>{remembered.file}</b>, imported{' '}
          {formatAgo(remembered.imported_at)}, were taken.
          {count > 0 &&
            ` It is the same file, so ${countOf(count, 'cell')} ${count === 1 ? 'is' : 'are'} corrected as then.`}
        </p>
        <Button variant="ghost" onClick={() => onChoices({ ...startChoices(type), remembered: null })}>
          Start afresh
        </Button>
      </div>
    </Notice>
  )
}
