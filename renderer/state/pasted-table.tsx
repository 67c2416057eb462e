import { useEffect, useEffectEvent } from 'react'
import { t } from '../ui/text.ts'
import { useOpenDialog } from './dialogs.ts'

/** Opens the import with a table that is pasted on the page; shown where there are no rows to paste it into. */
export function PastedTable(): null {
  const openDialog = useOpenDialog()
  const take = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || isField(event.target) || !isTable(text)) return
    event.preventDefault()
    openDialog({ kind: 'import', file: new File([text], `${t('Pasted table')}.tsv`, { type: 'text/plain' }) })
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => take(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return null
}

/** Spreadsheets copy rows as lines with tabs between the cells; a single cell or line is no table. */
function isTable(text: string): boolean {
  return /\S[^]*\n[^]*\S/.test(text) && text.includes('\t')
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))
}
