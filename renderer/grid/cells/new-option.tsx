import { errorText } from '../../ui/toast.tsx'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { updateAttribute } from '../../api/attributes-queries.ts'
import type { PanelProps } from './cell-type.ts'
import type { ListOption } from './option-list.tsx'
import { findOption } from './options.ts'
import { t } from '../../ui/text.ts'

/**
 * The last entry of a list of options, which creates the typed text as an option. It is never active by
 * itself, so that no option is made by mistake.
 */
export function newOptionEntry({ offered, isBusy }: Pick<NewOption, 'offered' | 'isBusy'>): ListOption[] {
  if (offered === undefined) return []
  const content = (
    <>
      <Plus size={14} aria-hidden />
      {isBusy ? t('Creating “{offered}”…', { offered }) : t('Create “{offered}”', { offered })}
    </>
  )
  return [{ id: ' create', isChosen: false, content }]
}

export function NewOptionFault({ option }: { readonly option: Pick<NewOption, 'fault'> | undefined }) {
  if (option?.fault === undefined) return null
  return (
    <p className="grid-panel-note grid-note-bad" role="alert">
      {option.fault}
    </p>
  )
}

export interface NewOption<T = string> {
  readonly offered: string | undefined
  readonly isBusy: boolean
  readonly fault: string | undefined
  readonly create: (onCreated: (option: T) => void) => void
}

export function useNewEntry<T>(
  offered: string | undefined,
  make: (text: string) => Promise<T>,
): NewOption<T> {
  const [state, setState] = useState<Pick<NewOption, 'isBusy' | 'fault'>>(idle)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const run = async (text: string, onCreated: (option: T) => void): Promise<void> => {
    setState({ isBusy: true, fault: undefined })
    try {
      const made = await make(text)
      if (!isOpen.current) return
      setState(idle)
      onCreated(made)
    } catch (error) {
      setState({ isBusy: false, fault: errorText(error) })
    }
  }
  return {
    offered,
    ...state,
    create: (onCreated) => {
      if (offered !== undefined && !state.isBusy) void run(offered, onCreated)
    },
  }
}

export function useNewOption({ column, context, text, isTyped }: PanelProps): NewOption {
  return useNewEntry(isTyped ? offeredOption(column, text) : undefined, async (option) => {
    const named = { key: column.id, entity_type: context.type }
    await updateAttribute(context.api, named, { add_acceptable_values: [option] })
    return option
  })
}

const idle = { isBusy: false, fault: undefined }

/** A status without options accepts any text; a comma would split one option into two. */
function offeredOption({ options, kind }: PanelProps['column'], text: string): string | undefined {
  const option = text.trim()
  if (option === '' || option.includes(',') || findOption(options, option) !== undefined) return undefined
  return kind === 'status' && options.length === 0 ? undefined : option
}
