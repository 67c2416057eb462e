import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { PanelProps } from '../cell-type.ts'
import type { AfterCommit } from '../../model/selection.ts'
import { PanelFooter } from '../text-panel.tsx'
import { FormatToolbar } from './format-toolbar.tsx'
import { formats } from './formats.ts'
import { LinkField } from './link-field.tsx'
import { readRichText, writeRichText } from './round-trip.ts'
import { t, tNodes } from '../../../ui/text.ts'

interface FormattedEditorProps extends PanelProps {
  readonly html: string
  /** Told after each change; a text that is as it was comes in its first spelling. */
  readonly onHtml: (html: string) => void
}

/** Rich text as it looks, with a toolbar; its keys are those of every popover editor. */
export function FormattedEditor(props: FormattedEditorProps) {
  const { handle, commit, cancel } = props
  const [isLinking, setLinking] = useState(false)
  const toolbar = useRef<HTMLDivElement>(null)
  const editor = useRichTextEditor(props)
  const save = (after: AfterCommit): void => commit(handle.current?.write() ?? null, after)
  const closeLink = (): void => {
    // Ahead of the field's end, or the popover would take the focus.
    editor.view.focus()
    setLinking(false)
  }
  const takeKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const isInText = editor.view.dom.contains(event.target as Node)
    const action = isInText ? actionOfText(event, editor) : actionAround(event)
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (action === 'cancel') cancel()
    else if (action === 'toolbar') toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    else if (action === 'text') closeLink()
    else if (action === 'link') setLinking(true)
    else save(action)
  }
  return (
    // Ahead of the editor's own keys.
    <div className="grid-text-panel" onKeyDownCapture={takeKey}>
      <FormatToolbar ref={toolbar} editor={editor} onLink={() => setLinking(true)} />
      {isLinking && <LinkField editor={editor} onClose={closeLink} />}
      <EditorContent editor={editor} className="rich-text-area" />
      <PanelFooter
        note={
          <span className="grid-hint">
            {tNodes('{kbd} {kbd2} formats', { kbd: <kbd>{t('Alt')}</kbd>, kbd2: <kbd>{t('F10')}</kbd> })}
          </span>
        }
        onSave={() => save('stay')}
      />
    </div>
  )
}

function useRichTextEditor({ column, html, onHtml }: FormattedEditorProps): Editor {
  const [first] = useState(() => {
    const doc = readRichText(html)
    return { html, doc: doc.toJSON(), written: writeRichText(doc) }
  })
  const editor = useEditor({
    extensions: formats,
    content: first.doc,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': column.name },
    },
    onUpdate: ({ editor }) => {
      const written = writeRichText(editor.state.doc)
      onHtml(written === first.written ? first.html : written)
    },
  })
  // Not by `autofocus`: where React puts off showing what was loaded, Tiptap asks before the text is in the page, or ends
  // this editor and makes another when it is.
  useEffect(() => {
    if (!editor.isDestroyed) editor.commands.focus('end')
  }, [editor])
  return editor
}

type Action = AfterCommit | 'cancel' | 'toolbar' | 'text' | 'link'

const textKeys: Readonly<Record<string, Action>> = {
  Escape: 'cancel',
  'Ctrl+Enter': 'down',
  'Alt+F10': 'toolbar',
  'Ctrl+k': 'link',
}

/** What a key in the text does to the editor as a whole; the others are the text's. */
function actionOfText(event: KeyboardEvent, editor: Editor): Action | undefined {
  // In a list the key moves the item in and out.
  if (event.key === 'Tab' && !editor.isActive('listItem')) return event.shiftKey ? 'left' : 'right'
  const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
  return textKeys[`${control}${event.altKey ? 'Alt+' : ''}${event.key}`]
}

/** In the toolbar and the field of a link. */
function actionAround({ key }: KeyboardEvent): Action | undefined {
  return key === 'Escape' ? 'text' : undefined
}
