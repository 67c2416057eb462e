import type { Editor } from '@tiptap/react'
import { useId, useState, type FormEvent } from 'react'
import { readLinkAddress } from './link-address.ts'
import { t } from '../../../ui/text.ts'

interface LinkFieldProps {
  readonly editor: Editor
  readonly onClose: () => void
}

/** Asks where the selected text leads to; an empty address takes the link away. */
export function LinkField({ editor, onClose }: LinkFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const [isRefused, setRefused] = useState(false)
  const apply = (event: FormEvent): void => {
    event.preventDefault()
    const address = readLinkAddress(typed)
    if (typed.trim() === '') removeLink(editor)
    else if (address === undefined) return setRefused(true)
    else setLink(editor, address)
    onClose()
  }
  return (
    <form className="rich-text-link" onSubmit={apply}>
      <input
        className="ui-control"
        aria-label={t('Address of the link')}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? id : undefined}
        placeholder={t('https://')}
        inputMode="url"
        autoComplete="off"
        // The user has just asked for a link.
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="ui-button ui-button-default">
        {t('Set link')}
      </button>
      {editor.isActive('link') && (
        <button
          type="button"
          className="ui-button ui-button-ghost"
          onClick={() => {
            removeLink(editor)
            onClose()
          }}
        >
          {t('Remove link')}
        </button>
      )}
      {isRefused && (
        <p id={id} className="grid-note-bad" role="alert">
          {t('A link leads to an address that starts with https://, http:// or mailto:')}
        </p>
      )}
    </form>
  )
}

function removeLink(editor: Editor): void {
  editor.chain().focus().extendMarkRange('link').unsetLink().run()
}

/** Links what is selected, or the link under the caret; where there is neither, the address is its own text. */
function setLink(editor: Editor, href: string): void {
  const isNew = editor.state.selection.empty && !editor.isActive('link')
  if (isNew) {
    const text = href.replace(/^mailto:/i, '')
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  } else editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
}
