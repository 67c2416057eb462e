import { Plus, X } from 'lucide-react'
import { useId, type ClipboardEvent, type KeyboardEvent } from 'react'
import { moveColumn } from '../state/grid-layout.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { type Grip, OrderGrip, type DropTarget, useListDrag } from '../ui/follow-drag.tsx'
import { newOption, type OptionDraft } from './attribute-draft.ts'
import { t } from '../ui/text.ts'

interface OptionsEditorProps {
  options: readonly OptionDraft[]
  error: string | undefined
  onChange: (options: OptionDraft[]) => void
}

/**
 * The options of a select in order. Enter adds the next; a pasted list becomes one option a line or comma.
 */
export function OptionsEditor({ options, error, onChange }: OptionsEditorProps) {
  const id = useId()
  const { list, startDrag, move } = useOrder(options, onChange)
  const add = (): void => {
    onChange([...options, newOption('', options.length)])
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child .ui-control')?.focus(),
    )
  }
  const pasteAt = (index: number, names: readonly string[]): void => {
    const pasted = names.map((name, at) => newOption(name, options.length + at))
    const remaining = options.filter(({ name }, at) => at !== index || name.trim() !== '')
    onChange([...remaining, ...pasted])
  }
  return (
    <fieldset className="options-editor" aria-describedby={error === undefined ? undefined : id}>
      <legend className="ui-field-label">{t('Options')}</legend>
      <ul ref={list}>
        {options.map((option, index) => (
          <OptionLine
            key={option.id}
            option={option}
            position={index + 1}
            onGrab={(event) => startDrag(event, option.id)}
            onMove={(step) => move(index, step)}
            onChange={(part) => onChange(options.map((it) => (it === option ? { ...option, ...part } : it)))}
            onRemove={() => onChange(options.filter((it) => it !== option))}
            onNext={add}
            onPasteList={(names) => pasteAt(index, names)}
          />
        ))}
      </ul>
      <Button variant="ghost" className="options-add" onClick={add}>
        <Plus aria-hidden />
        {t('Add an option')}
      </Button>
      {error !== undefined && (
        <p className="ui-field-error" id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function useOrder(options: readonly OptionDraft[], onChange: (options: OptionDraft[]) => void) {
  const ids = options.map(({ id }) => id)
  const put = (moved: string, target: DropTarget): void =>
    onChange(moveColumn(ids, moved, target).flatMap((id) => options.find((option) => option.id === id) ?? []))
  const move = (index: number, step: 1 | -1): void => {
    const [moved, target] = [ids[index], ids[index + step]]
    if (moved !== undefined && target !== undefined)
      put(moved, { id: target, side: step === 1 ? 'behind' : 'before' })
  }
  return { ...useListDrag(put), move }
}

interface OptionLineProps extends Grip {
  option: OptionDraft
  position: number
  onChange: (part: Partial<OptionDraft>) => void
  onRemove: () => void
  onNext: () => void
  onPasteList: (names: readonly string[]) => void
}

function OptionLine(props: OptionLineProps) {
  const { option, position, onGrab, onMove, onChange, onRemove, onNext, onPasteList } = props
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onNext()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const names = splitPasted(event.clipboardData.getData('text/plain'))
    if (names.length < 2) return
    event.preventDefault()
    onPasteList(names)
  }
  return (
    <li className="option-line" data-item={option.id}>
      <OrderGrip
        name={option.name.trim() || t('Option {position}', { position })}
        onGrab={onGrab}
        onMove={onMove}
      />
      <input
        type="color"
        aria-label={t('Colour of option {position}', { position })}
        value={option.color}
        onChange={(event) => onChange({ color: event.target.value })}
      />
      <input
        type="text"
        className="ui-control"
        aria-label={t('Option {position}', { position })}
        autoComplete="off"
        value={option.name}
        onChange={(event) => onChange({ name: event.target.value })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <IconButton label={t('Remove option {position}', { position })} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

function splitPasted(text: string): string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
