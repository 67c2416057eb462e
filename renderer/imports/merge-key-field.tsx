import { describeMergeKey } from '#shared/describe-merge-key.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field } from '../ui/field.tsx'
import { formatCount } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import type { MergeKeyChoice } from './merge-keys.ts'
import type { StepProps } from './step-props.ts'
import { t, inSentence, tMessage } from '../ui/text.ts'

/** No attribute key can be this word. */
const noMergeKey = '-'

/** By what rows find what is there, and what that comes to. */
export function MergeKeyField({
  choices,
  plan,
  onChoices,
}: Pick<StepProps, 'choices' | 'plan' | 'onChoices'>) {
  const { mergeKey = '', mergeKeys = [] } = plan ?? {}
  const chosen = mergeKeys.find(({ key }) => key === mergeKey)
  return (
    <Field
      label={t('Update those with the same')}
      hint={chosen === undefined ? describeNone(choices) : describeChosen(chosen)}
    >
      {({ id, describedBy }) => (
        <Select
          id={id}
          describedBy={describedBy}
          value={mergeKey === '' ? noMergeKey : mergeKey}
          options={[
            ...mergeKeys.map(({ key, name, proposal }) => ({
              value: key,
              label: name,
              hint:
                proposal &&
                t('{known} there, {new} new', {
                  known: formatCount(proposal.known),
                  new: formatCount(proposal.new),
                }),
            })),
            { value: noMergeKey, label: t('Nothing: every row is new') },
          ]}
          onChange={(key) => onChoices({ ...choices, mergeKey: key === noMergeKey ? '' : key })}
        />
      )}
    </Field>
  )
}

function describeNone({ type }: StepProps['choices']): string {
  return t('Importing the file twice creates all {plural} twice.', {
    plural: inSentence(typeTexts()[type].plural),
  })
}

function describeChosen({ proposal }: MergeKeyChoice): string {
  const rest = t('Upper and lower case count as the same.')
  return proposal === undefined
    ? t('All other rows are added as new. {rest}', { rest })
    : tMessage(describeMergeKey(proposal))
}

/** What an import that finds nothing would make twice. */
export function DuplicateKeysWarning({ plan }: Pick<StepProps, 'plan'>) {
  if (plan === undefined || plan.mergeKey !== '' || plan.preview.warnings.length === 0) return null
  const { warnings, warning_messages: messages = [] } = plan.preview
  return (
    <Notice tone="warning" title={t('This may create duplicates')}>
      {warnings.map((warning, index) => (
        <p key={warning}>{tMessage(warning, messages[index])}</p>
      ))}
    </Notice>
  )
}
