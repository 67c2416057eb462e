import { useEffect } from 'react'
import type { AttributeValue } from '#shared/entities.ts'
import { cellTypeOf } from '../cells/registry.ts'
import type { CellContext, CellWrite } from '../data/cell-write.ts'
import type { GridColumn } from '../../query/columns.ts'
import { ValueEditor } from './value-editor.tsx'
import { cachedByLanguage, t } from '../../ui/text.ts'

interface ProposedEditorProps {
  readonly column: GridColumn
  readonly context: CellContext
  readonly value: AttributeValue | null
  /** Called with the value to send, the reason why the text has none, or undefined for no change. */
  readonly onDone: (edited: { readonly wire: unknown } | { readonly fault: string } | undefined) => void
}

export function ProposedEditor({ column, context, value, onDone }: ProposedEditorProps) {
  const type = cellTypeOf(column)
  const isToggle = type.editor.kind === 'toggle'
  useEffect(() => {
    if (isToggle) onDone({ wire: value !== true })
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  if (isToggle) return null
  const isSearch = type.editor.kind === 'inline' && type.editor.isSearch === true
  const text =
    value === null || isSearch ? '' : (type.edit?.(value, context) ?? type.format(value, column, context))
  const finish = async (write: CellWrite | string | null): Promise<void> => {
    if (write === null) return onDone(undefined)
    const read = typeof write === 'string' ? (type.parse(write, column, context) ?? write) : write
    if (typeof read !== 'string') return onDone({ wire: read.wire })
    const found = await type.resolve?.(read, column, context).catch(notLookedUp)
    if (typeof found === 'object' && found.leftOut) return onDone({ fault: found.leftOut.join(' ') })
    onDone(typeof found === 'object' ? { wire: found.wire } : { fault: found ?? notLookedUp() })
  }
  return (
    <ValueEditor
      session={{ context }}
      column={column}
      value={value}
      start={{ text, isTyped: false }}
      onFinish={(write) => void finish(write)}
    />
  )
}

const notLookedUp = cachedByLanguage(() =>
  t('This could not be looked up. Check that Vitrine is running and try again.'),
)
