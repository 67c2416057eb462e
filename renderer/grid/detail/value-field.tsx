import { useSelector } from '@tanstack/react-store'
import { Lock, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Requirement } from '#shared/channels.ts'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { saveCell } from '../actions/editing.ts'
import { describeMark, markKind, markNames } from '../../generation/mark-texts.ts'
import { showOrigin } from '../actions/note-on-cell.ts'
import { explainOverride, findMark, findOrigin } from '../actions/cell-state.ts'
import { openPlacing, putFiles, takesFiles, takesPictures } from '../actions/put-picture.ts'
import { type CellWrite, scalarWrite } from '../data/cell-write.ts'
import { cellTypeOf } from '../cells/registry.ts'
import { labelOf } from '../cells/stubs.ts'
import type { CellEdit } from '../data/edit-overlay.ts'
import { type CellOrigin, describeOrigin } from '../data/row-lookup.ts'
import type { GridSession } from '../data/grid-session.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'
import { pictureDrop } from '../../state/desktop-files.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { IconButton } from '../../ui/button.tsx'
import { ShownValue } from './shown-value.tsx'
import { ValueEditor, type Leave } from './value-editor.tsx'
import { t } from '../../ui/text.ts'

interface ValueFieldProps {
  readonly session: GridSession
  readonly entity: EntityResource
  readonly column: GridColumn
  readonly isCell?: boolean
  readonly requirement?: Requirement | undefined
}

export function ValueField(props: ValueFieldProps) {
  const { session, entity, column, isCell } = props
  const openDialog = useOpenDialog()
  const id = useId()
  useSelector(session.overlay.counts)
  const edit = session.overlay.get(entity.id, column.id)
  const value = edit ? edit.write.shown : readValue(entity, column)
  const origin = useOrigin(session, entity, column)
  return (
    <div
      className="detail-field"
      data-cell={isCell}
      data-state={edit?.status}
      data-origin={origin?.kind}
      title={origin && explainOverride(origin)}
      {...pictureDrop({
        isTarget: () => takesPictures(column),
        onPicture: (file) => void putFiles(session, entity, column, [file]),
        onPictures: ({ dataTransfer }) => openPlacing(openDialog, { entity, column }, dataTransfer),
        anyFiles: {
          isTarget: () => takesFiles(column),
          onFiles: (files) => void putFiles(session, entity, column, files),
        },
      })}
    >
      <FieldName {...props} id={`${id}-name`} origin={origin} />
      {isReadOnly(column) ? (
        <div className="detail-value" data-readonly title={column.readOnlyReason}>
          <ShownValue column={column} value={value} context={session.context} />
        </div>
      ) : (
        <EditableValue {...{ id, session, entity, column, value, edit, origin }} />
      )}
      {edit?.status === 'refused' && (
        <Refusal reason={edit.reason} onDiscard={() => session.overlay.clear(entity.id, [column.id])} />
      )}
    </div>
  )
}

function useOrigin(session: GridSession, { id }: EntityResource, column: GridColumn): CellOrigin | undefined {
  useSelector(session.lookups.decorations.origins.version)
  const row = session.rowOf(id)
  const loaded = row === undefined ? undefined : session.rowAt(row)
  return loaded && findOrigin(session, loaded, column)
}

function FieldName(
  props: ValueFieldProps & { readonly id: string; readonly origin: CellOrigin | undefined },
) {
  const { id, entity, column, isCell = false, requirement, origin } = props
  const name = (
    <span className={isCell ? 'visually-hidden' : 'detail-name'} id={id}>
      {isCell ? t('{name} of {value}', { name: column.name, value: labelOf(entity) }) : column.name}
      {isReadOnly(column) && !column.isSystem && <Lock size={11} aria-label={t('Read-only')} />}
      <Required requirement={requirement} isMissing={readValue(entity, column) === null} />
    </span>
  )
  if (isCell) return name
  return (
    <div>
      {name}
      {origin && <span className="detail-origin">{describeOrigin(origin)}</span>}
      <MarkButton {...props} />
    </div>
  )
}

function MarkButton({ session, entity, column }: ValueFieldProps) {
  useSelector(session.lookups.decorations.marked.lookup.version)
  const mark = findMark(session, entity, column)
  const kind = mark && markKind(mark)
  if (!kind) return null
  return (
    <button
      type="button"
      className="detail-mark"
      data-mark={kind}
      title={describeMark(mark)}
      onClick={() => showOrigin(session, entity, column.id)}
    >
      {markNames()[kind]}
    </button>
  )
}

function Required({ requirement, isMissing }: { requirement: Requirement | undefined; isMissing: boolean }) {
  if (requirement === undefined || requirement === 'optional') return null
  return (
    <span className="detail-requirement" data-missing={isMissing ? requirement : undefined}>
      {requirement}
    </span>
  )
}

function isReadOnly(column: GridColumn): boolean {
  return column.readOnlyReason !== undefined || cellTypeOf(column).editor.kind === 'none'
}

function Refusal({ reason, onDiscard }: { reason: string; onDiscard: () => void }) {
  return (
    <div className="detail-refusal">
      <p className="ui-field-error" role="alert">
        {reason}
      </p>
      <IconButton label={t('Go back to the saved value')} onClick={onDiscard}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

interface EditableProps extends Omit<ValueFieldProps, 'isCell' | 'requirement'> {
  readonly id: string
  readonly value: AttributeValue | null
  readonly edit: CellEdit | undefined
  readonly origin: CellOrigin | undefined
}

interface ValueDraft {
  readonly entityId: string
  readonly text: string
  readonly isTyped: boolean
  /** The value before the edit; nothing newer is overwritten. */
  readonly base: AttributeValue | null
}

function EditableValue(props: EditableProps) {
  const { id, session, entity, column, value, edit, origin } = props
  // The field stays while the panel changes its entity, but a draft belongs to the entity where it began.
  const [begun, setBegun] = useState<ValueDraft>()
  const start = begun?.entityId === entity.id ? begun : undefined
  const button = useRef<HTMLButtonElement>(null)
  const leave = useRef<Leave>('gone')

  useLayoutEffect(() => {
    if (start !== undefined || leave.current === 'gone') return
    focusField(button.current, leave.current)
    leave.current = 'gone'
  }, [start])

  const finish = (write: CellWrite | string | null, next: Leave): void => {
    leave.current = next
    setBegun(undefined)
    const base = begun ? begun.base : readValue(entity, column)
    if (write !== null) saveCell(session, { entityId: entity.id, column, base }, write)
  }
  if (start) return <ValueEditor {...{ session, column, value, start }} onFinish={finish} />
  return (
    <ValueButton
      {...{ id, session, column, value, edit, origin }}
      ref={button}
      onStart={(typed) => {
        if (cellTypeOf(column).editor.kind === 'toggle') {
          const base = readValue(entity, column)
          saveCell(session, { entityId: entity.id, column, base }, scalarWrite(value !== true))
          return
        }
        const first =
          typed === undefined ? startOf(session, column, value, edit) : { text: typed, isTyped: true }
        setBegun({ entityId: entity.id, base: readValue(entity, column), ...first })
      }}
    />
  )
}

function startOf(
  session: GridSession,
  column: GridColumn,
  value: AttributeValue | null,
  edit: CellEdit | undefined,
): { text: string; isTyped: boolean } {
  if (edit?.status === 'refused') return { text: edit.write.text, isTyped: true }
  const type = cellTypeOf(column)
  const isSearch = type.editor.kind === 'inline' && type.editor.isSearch === true
  if (isSearch || value === null) return { text: '', isTyped: false }
  const text = type.edit ? type.edit(value, session.context) : type.format(value, column, session.context)
  return { text, isTyped: false }
}

function focusField(button: HTMLElement | null, leave: Leave): void {
  const fields = [
    ...(button
      ?.closest('.detail-panel, .variants-matrix')
      ?.querySelectorAll<HTMLElement>('button.detail-value') ?? []),
  ]
  const step = { stay: 0, next: 1, previous: -1, gone: 0 }[leave]
  const at = button === null ? -1 : fields.indexOf(button)
  ;(fields[at + step] ?? button)?.focus()
}

interface ValueButtonProps {
  readonly ref: React.Ref<HTMLButtonElement>
  readonly id: string
  readonly session: GridSession
  readonly column: GridColumn
  readonly value: AttributeValue | null
  readonly edit: CellEdit | undefined
  readonly origin: CellOrigin | undefined
  readonly onStart: (typed?: string) => void
}

function ValueButton({ ref, id, session, column, value, edit, origin, onStart }: ValueButtonProps) {
  const { kind } = cellTypeOf(column).editor
  const isToggle = kind === 'toggle'
  return (
    <button
      ref={ref}
      type="button"
      className="detail-value"
      data-field={column.id}
      aria-labelledby={isToggle ? `${id}-name` : `${id}-name ${id}-value`}
      {...(isToggle ? { role: 'checkbox', 'aria-checked': value === true } : { 'aria-haspopup': 'dialog' })}
      aria-description={origin && describeOrigin(origin)}
      aria-invalid={(isToggle && edit?.status === 'refused') || undefined}
      onClick={() => onStart()}
      onKeyDown={(event) => {
        const isText = event.key.length === 1 && event.key !== ' '
        if (kind !== 'inline' || !isText || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        onStart(event.key)
      }}
    >
      <span id={`${id}-value`} className="detail-shown">
        {edit?.status === 'refused' ? (
          <span className="grid-refused-text">{edit.write.text}</span>
        ) : (
          <ShownValue column={column} value={value} context={session.context} />
        )}
      </span>
    </button>
  )
}
