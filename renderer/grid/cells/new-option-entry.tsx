import { Plus } from 'lucide-react'
import type { ListOption } from './option-list.tsx'
import type { NewOption } from './use-new-option.ts'

/** The last entry of a list of options: the typed text as a new one. It is never active unasked, so that no slip makes an option. */
export function newOptionEntry({ offered, isBusy }: NewOption): ListOption[] {
  if (offered === undefined) return []
  const content = (
    <>
      <Plus size={14} aria-hidden />
      {isBusy ? `Creating “${offered}”…` : `Create “${offered}”`}
    </>
  )
  return [{ id: ' create', isChosen: false, content }]
}

/** Says why an option could not be made. */
export function NewOptionFault({ option }: { readonly option: NewOption | undefined }) {
  if (option?.fault === undefined) return null
  return (
    <p className="grid-panel-note grid-note-bad" role="alert">
      {option.fault}
    </p>
  )
}
