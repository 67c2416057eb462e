import { entityTypes, type EntityType } from '#shared/entities.ts'
import { creationOfTarget, type Creation, type MissingReference } from '#shared/imports.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Checkbox } from '../ui/field.tsx'
import { isCreated } from './import-choices.ts'
import type { ColumnProps } from './import-props.ts'
import { t, inSentence } from '../ui/text.ts'

interface CreateMissingProps extends ColumnProps {
  readonly target: EntityType | undefined
  readonly hasMisfits: boolean
}

export function CreateMissing(props: CreateMissingProps) {
  const { column, choices, plan, onChoices } = props
  const missing = plan.preview.missing_references.find(({ header }) => header === column.header)
  const creation = missing?.creates ?? creationOf(props)
  const isCreationChosen = creation !== undefined && isCreated(choices, plan.preview.creations, creation)
  if (missing === undefined && !isCreationChosen && !props.hasMisfits) return null
  return (
    <>
      {missing !== undefined && !isCreationChosen && (
        <span className="import-column-problem">{describe(missing)}</span>
      )}
      {creation !== undefined && (
        <Checkbox
          label={t('Create missing {plural}', { plural: nounOf(creation) })}
          checked={isCreationChosen}
          onChange={(isChosen) =>
            onChoices({ ...choices, creations: { ...choices.creations, [creation]: isChosen } })
          }
        />
      )}
    </>
  )
}

function creationOf({ column, target }: CreateMissingProps): Creation | undefined {
  if (column.kind === 'parent') return undefined
  if (target !== undefined) return creationOfTarget[target]
  const hasOptions = column.kind === 'attribute' && column.acceptable_values.length > 0
  return hasOptions ? 'create_missing_options' : undefined
}

const shownNames = 3

function describe({ missing, names }: MissingReference): string {
  const shown = names.slice(0, shownNames).join(', ')
  return missing > shownNames
    ? t('{missing, plural, one {# is} other {# are}} not there: {shown} and others.', { missing, shown })
    : t('{missing, plural, one {# is} other {# are}} not there: {shown}.', { missing, shown })
}

function nounOf(creation: Creation): string {
  const type = entityTypes.find((known) => creationOfTarget[known] === creation)
  return type === undefined ? t('options') : inSentence(typeTexts()[type].plural)
}
