import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState } from 'react'
import type { CommandRuns, NamedCommand } from '../state/command-rights.ts'
import type { DialogProps } from '../state/dialogs.ts'
import { useHeldFocus } from '../ui/focus.ts'
import { Kbd } from '../ui/kbd.tsx'
import { t } from '../ui/text.ts'
import { type PaletteItem, useFoundEntities, usePaletteItems } from './palette-items.ts'
import { rankItems, recentItems } from './rank-items.ts'
import './command-palette.css'

declare module '../state/dialogs.ts' {
  interface DialogData {
    palette: NoData
  }
}

interface CommandPaletteProps extends DialogProps<'palette'> {
  readonly runs: CommandRuns
  readonly pages: readonly NamedCommand[]
  /** Parts of pages, such as topics of the help. */
  readonly sections: readonly PaletteItem[]
}

export function CommandPalette({ request, onClose, ...entries }: CommandPaletteProps) {
  const isOpen = request !== undefined
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useHeldFocus(popup, isOpen, () => input.current)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-backdrop" />
        <Dialog.Popup ref={popup} className="ui-dialog palette" initialFocus={input}>
          <Dialog.Title className="visually-hidden">{t('Commands')}</Dialog.Title>
          <PaletteBody input={input} onClose={onClose} {...entries} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PaletteBodyProps extends Omit<CommandPaletteProps, 'request'> {
  readonly input: React.RefObject<HTMLInputElement | null>
}

function PaletteBody({ input, onClose, runs, pages, sections }: PaletteBodyProps) {
  const [text, setText] = useState('')
  const [recent] = useState(() => recentItems.list())
  const known = [...usePaletteItems(runs, pages), ...sections]
  const { found, isSearching } = useFoundEntities(text)
  const items = [...rankItems(known, text, recent), ...found]

  const run = (item: PaletteItem): void => {
    recentItems.remember(item.id)
    onClose()
    setTimeout(item.run, 0)
  }
  return (
    <Autocomplete.Root
      items={items}
      itemToStringValue={({ title }: PaletteItem) => title}
      mode="none"
      inline
      open
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
    >
      <Autocomplete.Input
        ref={input}
        className="palette-input"
        aria-label={t('Command or entry')}
        placeholder={t('Type a command, a page or the name of an entry')}
        spellCheck={false}
      />
      <Autocomplete.List className="palette-list" aria-label={t('Commands and entries')}>
        {items.map((item) => (
          <PaletteOption key={item.id} item={item} onRun={run} />
        ))}
      </Autocomplete.List>
      <Autocomplete.Status className="palette-note">
        {items.length === 0 &&
          (isSearching ? t('Searching…') : t('Nothing is called “{text}”.', { text: text.trim() }))}
      </Autocomplete.Status>
    </Autocomplete.Root>
  )
}

function PaletteOption({
  item,
  onRun,
}: {
  readonly item: PaletteItem
  readonly onRun: (item: PaletteItem) => void
}) {
  return (
    <Autocomplete.Item value={item} className="palette-option" onClick={() => onRun(item)}>
      <item.icon aria-hidden />
      <span className="palette-title">{item.title}</span>
      {!item.title.startsWith(item.group) && <span className="palette-group">{item.group}</span>}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
    </Autocomplete.Item>
  )
}
