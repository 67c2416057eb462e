import { entityTypes, type EntityType } from '#shared/entities.ts'
import { creationOfTarget, type Creation, type MissingReference } from '#shared/imports.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/field.tsx'
import { isCreated } from './import-choices.ts'
import type { RowProps, StepProps } from './stepper.tsx'
import { t, inSentence } from '../ui/text.ts'

interface CreateMissingProps extends RowProps {
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
      {missing !== undefined && (
        <span className={isCreationChosen ? 'ui-field-hint' : 'import-column-problem'}>
          {describe(missing)}
        </span>
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

/** The same choice for all columns, where the check found missing entities; it restarts with the choice. */
export function CreateAllMissing({
  choices,
  plan,
  onChoices,
}: Pick<StepProps, 'choices' | 'plan' | 'onChoices'>) {
  if (plan === undefined) return null
  const { creations, missing_references: missing } = plan.preview
  const create = (creation: Creation): void =>
    onChoices({ ...choices, creations: { ...choices.creations, [creation]: true } })
  return missing.map((one) => {
    const { header, creates } = one
    if (creates === null || isCreated(choices, creations, creates)) return null
    return (
      <div key={header} className="import-missing">
        <span>
          <b>{header}</b>: {describe(one)}
        </span>
        <Button onClick={() => create(creates)}>
          {t('Create missing {plural}', { plural: nounOf(creates) })}
        </Button>
      </div>
    )
  })
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
