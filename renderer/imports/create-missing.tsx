import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Creation } from '#shared/imports.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { isCreated } from './import-choices.ts'
import type { RowProps } from './step-props.ts'

interface CreateMissingProps extends RowProps {
  /** What the cells refer to. */
  readonly target: EntityType | undefined
  readonly hasMisfits: boolean
}

const creationsOf: Partial<Record<EntityType, Creation>> = {
  vendor: 'create_missing_vendors',
  category: 'create_missing_categories',
  image: 'create_missing_images',
}

/** What may be created: offered where cells name it. */
export function CreateMissing(props: CreateMissingProps) {
  const { choices, plan, onChoices } = props
  const missing = missingOf(props)
  if (missing === undefined) return null
  const { creation, what } = missing
  return (
    <Checkbox
      label={`Create missing ${what}`}
      checked={isCreated(choices, plan.preview.creations, creation)}
      onChange={(isWanted) =>
        onChoices({ ...choices, creations: { ...choices.creations, [creation]: isWanted } })
      }
    />
  )
}

function missingOf({
  column,
  choices,
  target,
  hasMisfits,
}: CreateMissingProps): { creation: Creation; what: string } | undefined {
  const creation = column.kind === 'parent' ? undefined : target && creationsOf[target]
  const type = entityTypes.find((known) => known === target)
  if (creation !== undefined && type !== undefined)
    return { creation, what: typeTexts[type].plural.toLowerCase() }
  const isOffered = hasMisfits || choices.creations.create_missing_options === true
  const hasOptions = column.kind === 'attribute' && column.acceptable_values.length > 0
  return isOffered && hasOptions ? { creation: 'create_missing_options', what: 'options' } : undefined
}
