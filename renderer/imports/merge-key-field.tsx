import { describeMergeKey } from '#shared/describe-merge-key.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field } from '../ui/field.tsx'
import { formatCount } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import type { ImportProps } from './import-props.ts'
import { t, inSentence, tMessage } from '../ui/text.ts'
import { type AttributeDefinition, dataTypeTraits } from '#shared/attributes.ts'
import type { MergeKeyProposal } from '#shared/imports.ts'
import type { PlannedColumn } from './plan-columns.ts'

const noMergeKey = '-'
const allCells = '='

export function MergeKeyField({
  choices,
  plan,
  onChoices,
}: Pick<ImportProps, 'choices' | 'plan' | 'onChoices'>) {
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
          value={mergeKey || (choices.importedRows === 'new' ? noMergeKey : allCells)}
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
            { value: allCells, label: t('Nothing but all cells: other rows are new') },
            { value: noMergeKey, label: t('Nothing: every row is new') },
          ]}
          onChange={(key) => onChoices({ ...choices, ...toKeyChoice(key) })}
        />
      )}
    </Field>
  )
}

function toKeyChoice(key: string): Pick<ImportProps['choices'], 'mergeKey' | 'importedRows'> {
  if (key === noMergeKey) return { mergeKey: '', importedRows: 'new' }
  return { mergeKey: key === allCells ? '' : key, importedRows: undefined }
}

function describeNone({ type, importedRows }: ImportProps['choices']): string {
  if (importedRows !== 'new')
    return t('A row that was imported before with the same cells is found again. All others are new.')
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

/** The warnings of the preview; duplicates can only come where no key is chosen. */
export function ImportWarnings({ plan }: Pick<ImportProps, 'plan'>) {
  if (plan === undefined) return null
  const { warnings, warning_messages: messages = [] } = plan.preview
  const isKeyed = plan.mergeKey !== ''
  const all = warnings.map((warning, index) => ({ warning, message: messages[index] }))
  const shown = all.filter((one) => !isKeyed || !isOfDuplicates(one))
  if (shown.length === 0) return null
  const areDuplicates = shown.some(isOfDuplicates)
  return (
    <Notice
      tone={areDuplicates ? 'warning' : 'info'}
      title={areDuplicates ? t('This may create duplicates') : t('Look at this before')}
    >
      {shown.map(({ warning, message }) => (
        <p key={warning}>{tMessage(warning, message)}</p>
      ))}
    </Notice>
  )
}

function isOfDuplicates({ message }: { readonly message: { message_code?: string } | undefined }): boolean {
  return message?.message_code === 'import.rows_exist_already'
}

export interface MergeKeyChoice {
  readonly key: string
  readonly name: string
  readonly proposal: MergeKeyProposal | undefined
}

/** Columns that can identify entities: proposed ones first, then other texts and new attributes. */
export function mergeKeyChoices(
  proposals: readonly MergeKeyProposal[],
  columns: readonly PlannedColumn[],
  attributes: readonly AttributeDefinition[],
): MergeKeyChoice[] {
  const proposed = proposals.flatMap((proposal): MergeKeyChoice[] => {
    if (proposal.key === 'id') return [{ key: 'id', name: 'ID', proposal }]
    const column = columns.find(({ kind, rule }) => isValue(kind) && rule.key === proposal.key)
    return column === undefined ? [] : [{ key: proposal.key, name: column.targetName, proposal }]
  })
  const others = columns
    .filter(({ rule }) => !proposed.some(({ key }) => key === rule.key))
    .flatMap((column) => choiceOf(column, attributes))
  return [...proposed, ...others]
}

function isValue(kind: PlannedColumn['kind']): boolean {
  return kind === 'attribute' || kind === 'new'
}

function choiceOf(
  { kind, header, rule }: PlannedColumn,
  attributes: readonly AttributeDefinition[],
): MergeKeyChoice[] {
  if (rule.key === null) return []
  if (kind === 'new') return [{ key: rule.key, name: header, proposal: undefined }]
  const attribute = kind === 'attribute' ? attributes.find(({ key }) => key === rule.key) : undefined
  const isText = attribute !== undefined && dataTypeTraits[attribute.data_type].isFreeText
  return isText ? [{ key: attribute.key, name: attribute.name, proposal: undefined }] : []
}

export function findMergeKey(
  chosen: string | undefined,
  choices: readonly MergeKeyChoice[],
  suggested: string | null,
): string {
  const isThere = (key: string | null | undefined): key is string => choices.some((one) => one.key === key)
  if (chosen === '' || isThere(chosen)) return chosen
  if (isThere(suggested)) return suggested
  // A key shared by several rows still matches entities; without any key everything would be created again.
  return choices.find(({ proposal }) => proposal !== undefined)?.key ?? ''
}
