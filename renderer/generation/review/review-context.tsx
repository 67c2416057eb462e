import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import type { Proposal } from '#shared/proposals.ts'
import { entitiesByIdQuery } from '../../api/entities-queries.ts'
import type { GridColumn } from '../../query/columns.ts'
import { RowPicture } from '../../state/row-picture.tsx'
import { useWorkspace } from '../../state/workspace-context.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { t } from '../../ui/text.ts'
import { chooseShown, firstShown, readShown } from './shown-attributes.ts'
import type { ReviewWording } from './review-wording.ts'

interface ReviewContextProps {
  readonly entity: Proposal['entity']
  /** The attribute that is proposed, which stands in the middle. */
  readonly attribute: string
  readonly wording: ReviewWording
}

const pictureSide = 176

/** The entity beside its proposal: its picture and the attributes that a person chose. */
export function ReviewContext({ entity: { id, type }, attribute, wording }: ReviewContextProps) {
  const { api } = useWorkspace()
  const { data: rows } = useQuery(entitiesByIdQuery(api, type, [id]))
  const columns = wording.columns[type].filter((column) => column.id !== attribute && isPlain(column))
  const [chosen, setChosen] = useState(() => readShown(api.workspaceId, type))
  const keys = chosen ?? firstShown(columns)
  const shown = columns.filter((column) => keys.includes(column.id))
  const change = (next: readonly string[]): void => {
    chooseShown(api.workspaceId, type, next)
    setChosen(next)
  }
  return (
    <aside className="review-context" aria-label={t('The entry')}>
      <RowPicture type={type} id={id} side={pictureSide} />
      <ShownChoice columns={columns} keys={keys} onChange={change} />
      <dl>
        {shown.map((column) => (
          <ShownAttribute
            key={column.id}
            column={column}
            value={rows?.[0]?.attributes[column.id] ?? null}
            type={type}
            wording={wording}
          />
        ))}
      </dl>
    </aside>
  )
}

function isPlain({ isSystem, traits }: GridColumn): boolean {
  return !isSystem && traits.media === undefined
}

interface ShownChoiceProps {
  readonly columns: readonly GridColumn[]
  readonly keys: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
}

function ShownChoice({ columns, keys, onChange }: ShownChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      title={t('Attributes beside the proposal')}
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <IconButton label={t('Choose the attributes beside the proposal')}>
          <Settings2 aria-hidden />
        </IconButton>
      }
    >
      <fieldset className="review-context-choice">
        <legend>{t('Attributes beside the proposal')}</legend>
        {columns.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={keys.includes(id)}
            onChange={(isShown) => onChange(isShown ? [...keys, id] : keys.filter((key) => key !== id))}
          />
        ))}
      </fieldset>
    </Popover>
  )
}

interface ShownAttributeProps {
  readonly column: GridColumn
  readonly value: AttributeValue | null
  readonly type: EntityType
  readonly wording: ReviewWording
}

function ShownAttribute({ column, value, type, wording }: ShownAttributeProps) {
  return (
    <>
      <dt>{column.name}</dt>
      <dd>{value === null ? '–' : wording.format(value, column, type)}</dd>
    </>
  )
}
