import { Button } from '../ui/button.tsx'
import { formatAgo } from '../ui/format-time.ts'
import { Notice } from '../ui/notice.tsx'
import { startChoices } from './import-choices.ts'
import type { StepProps } from './step-props.ts'
import { t, tNodes } from '../ui/text.ts'

/** That a file like this one was imported before, and that its settings were taken. */
export function RememberedFile({ choices, onChoices }: Pick<StepProps, 'choices' | 'onChoices'>) {
  const { remembered, type } = choices
  if (!remembered) return null
  const count = remembered.corrections?.length ?? 0
  return (
    <Notice tone="info">
      <div className="import-remembered">
        <p>
          {tNodes('A file like this is known: the settings of {file}, imported {when}, were taken.', {
            file: <b>{remembered.file}</b>,
            when: formatAgo(remembered.imported_at),
          })}{' '}
          {count > 0 &&
            t(
              'It is the same file, so {count, plural, one {# cell is} other {# cells are}} corrected as then.',
              { count },
            )}
        </p>
        <Button variant="ghost" onClick={() => onChoices({ ...startChoices(type), remembered: null })}>
          {t('Start afresh')}
        </Button>
      </div>
    </Notice>
  )
}
