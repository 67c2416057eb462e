import { Popover } from '@base-ui/react/popover'
import { useRef, useState, type ComponentProps, type FocusEvent, type KeyboardEvent } from 'react'
import type { AttributeValue } from '#shared/entities.ts'
import type { CellEditor, ControlledList, PanelHandle } from '../cells/cell-type.ts'
import { cellTypeOf } from '../cells/registry.ts'
import type { CellWrite } from '../data/cell-write.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import { firstFocus } from '../../ui/focus.ts'
import { t } from '../../ui/text.ts'

/** Where the focus goes when the editor closes; `gone` if it has moved already. */
export type Leave = 'stay' | 'next' | 'previous' | 'gone'

export interface ValueEditorProps {
  readonly session: Pick<GridSession, 'context'>
  readonly column: GridColumn
  readonly value: AttributeValue | null
  readonly start: { readonly text: string; readonly isTyped: boolean }
  /** Undefined means the typed text, null no change. */
  readonly onFinish: (write: CellWrite | string | null, leave: Leave) => void
}

type Draft = ValueEditorProps['start']

export function ValueEditor({ session, column, value, start, onFinish }: ValueEditorProps) {
  const [draft, setDraft] = useState(start)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [list, setList] = useState<ControlledList>()
  const panel = useRef<PanelHandle>(null)
  const { editor } = cellTypeOf(column)
  const finish = (leave: Leave): void => {
    const write = panel.current ? panel.current.write() : draft.isTyped ? undefined : null
    onFinish(write === undefined ? draft.text : write, leave)
  }
  return (
    <div ref={setAnchor} className="detail-editor">
      {editor.kind === 'inline' && (
        <EditorInput
          column={column}
          editor={editor}
          draft={draft}
          list={list}
          onText={(text) => setDraft({ text, isTyped: true })}
          onBlur={(event) => !isOwnPanel(event) && finish('gone')}
          onKeyDown={(event) => takeKey(event, panel.current, { finish, onFinish })}
        />
      )}
      {anchor && (
        <EditorPopover
          {...{ session, column, value, draft, anchor, panel, onFinish }}
          setText={(text) => setDraft({ text, isTyped: true })}
          formatList={setList}
        />
      )}
    </div>
  )
}

function isOwnPanel({ relatedTarget }: FocusEvent): boolean {
  return (
    !document.hasFocus() ||
    (relatedTarget instanceof Element && relatedTarget.closest('.grid-popover') !== null)
  )
}

interface Ends extends Pick<ValueEditorProps, 'onFinish'> {
  readonly finish: (leave: Leave) => void
}

function takeKey(event: KeyboardEvent, panel: PanelHandle | null, { finish, onFinish }: Ends): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return
  if (!panel?.takeKey(event)) {
    if (event.key === 'Escape') onFinish(null, 'stay')
    else if (event.key === 'Enter') finish('stay')
    else if (event.key === 'Tab') finish(event.shiftKey ? 'previous' : 'next')
    else return
  }
  event.preventDefault()
  event.stopPropagation()
}

interface EditorInputProps {
  readonly column: GridColumn
  readonly editor: Extract<CellEditor, { kind: 'inline' }>
  readonly draft: Draft
  readonly list: ControlledList | undefined
  readonly onText: (text: string) => void
  readonly onBlur: (event: FocusEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function EditorInput({ column, editor, draft, list, onText, onBlur, onKeyDown }: EditorInputProps) {
  const role: ComponentProps<'input'> =
    editor.isSearch || editor.hasList
      ? {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': list?.listId,
          'aria-activedescendant': list?.optionId,
          placeholder: editor.isSearch ? t('Search…') : undefined,
        }
      : {}
  return (
    <input
      type="text"
      className="ui-control"
      autoComplete="off"
      spellCheck={false}
      autoFocus
      aria-label={t('Edit {name}', { name: column.name })}
      inputMode={editor.inputMode}
      value={draft.text}
      {...role}
      onChange={(event) => onText(event.target.value)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    />
  )
}

interface EditorPopoverProps extends Pick<ValueEditorProps, 'session' | 'column' | 'value' | 'onFinish'> {
  readonly draft: Draft
  readonly anchor: HTMLElement
  readonly panel: React.RefObject<PanelHandle | null>
  readonly setText: (text: string) => void
  readonly formatList: (list: ControlledList) => void
}

function EditorPopover(props: EditorPopoverProps) {
  const { session, column, value, draft, anchor, panel, onFinish, setText, formatList } = props
  const popup = useRef<HTMLDivElement>(null)
  const { editor } = cellTypeOf(column)
  const Panel = editor.kind === 'inline' || editor.kind === 'popover' ? editor.Panel : undefined
  if (!Panel) return null
  const takesFocus = editor.kind === 'popover'
  const close = (): void => onFinish(panel.current?.write() ?? null, 'gone')
  return (
    <Popover.Root open onOpenChange={(open) => !open && takesFocus && close()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className="grid-positioner"
        >
          <Popover.Popup
            ref={popup}
            initialFocus={takesFocus && (() => firstFocus(popup.current))}
            finalFocus={false}
            className="grid-popover"
            data-kind={editor.kind}
            aria-label={t('Edit {name}', { name: column.name })}
          >
            <Panel
              column={column}
              context={session.context}
              value={value}
              text={draft.text}
              isTyped={draft.isTyped}
              handle={panel}
              setText={setText}
              formatList={formatList}
              commit={(write, after) => onFinish(write, leaveAfter[after] ?? 'stay')}
              cancel={() => onFinish(null, 'stay')}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const leaveAfter: Readonly<Record<string, Leave>> = { right: 'next', left: 'previous', leave: 'gone' }
